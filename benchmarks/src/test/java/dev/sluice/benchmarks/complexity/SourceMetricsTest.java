package dev.sluice.benchmarks.complexity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.complexity.SourceMetrics.Method;
import org.junit.jupiter.api.Test;

class SourceMetricsTest {
  @Test
  void comments_and_blank_lines_do_not_count() {
    String source =
        """
        /* a licence
           of two lines */
        package a;

        /** Docs. */
        class A { // trailing
          // a comment
          String text = \"""
              // three lines
              \""";
        }
        """;

    assertThat(SourceMetrics.of(source).lines()).isEqualTo(6);
  }

  @Test
  void each_decision_is_one_more_path() {
    String source =
        """
        class A {
          int a;
          A() {}
          abstract int none();
          void straight() { a = 1; }
          int all(int x, boolean b) {
            if (x > 1 && b || x < 0) { x++; } else if (b) { x--; }
            for (int i = 0; i < x; i++) { while (b) { do { x--; } while (x > 0); } }
            for (int y : new int[0]) { x = b ? y : x; }
            try { x++; } catch (RuntimeException e) { x = 0; }
            Runnable r = () -> { if (a > 0) { a = 0; } };
            Runnable s = new Runnable() { public void run() { if (a > 0) { a = 0; } } };
            return switch (x) { case 1, 2 -> 3; case 4 -> 5; default -> 6; };
          }
        }
        """;

    assertThat(SourceMetrics.of(source).methods())
        .containsExactly(
            new Method("A", 1),
            new Method("straight", 1),
            new Method("all", 14),
            new Method("run", 2));
  }

  @Test
  void what_is_no_java_is_refused() {
    assertThatThrownBy(() -> SourceMetrics.of("class {"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
