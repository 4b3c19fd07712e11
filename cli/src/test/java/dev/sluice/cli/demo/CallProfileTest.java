package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.records.OperationExecution;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CallProfileTest {
  private final CallProfile profile = new CallProfile();

  private static OperationExecution call(
      long trace, String name, int from, int to, int eoi, int ess) {
    return new OperationExecution(
        "public void a.Shop." + name + "()", null, trace, from, to, "host", eoi, ess, false);
  }

  /** a calls b and c, c calls d; records come as the calls return. */
  private void traceOfFour(long trace) {
    profile.accept(call(trace, "b", 1_000, 3_000, 1, 1));
    profile.accept(call(trace, "d", 5_000, 6_000, 3, 2));
    profile.accept(call(trace, "c", 4_000, 8_000, 2, 1));
    profile.accept(call(trace, "a", 0, 10_000, 0, 0));
  }

  @Test
  void self_time_is_total_time_without_callees() {
    traceOfFour(7);

    assertThat(profile.hottest(10))
        .extracting(
            m -> Signature.brief(m.signature()) + " " + m.totalNanos() + " " + m.selfNanos())
        .containsExactlyInAnyOrder(
            "Shop.a() 10000 4000",
            "Shop.b() 2000 2000",
            "Shop.c() 4000 3000",
            "Shop.d() 1000 1000");
    assertThat(profile.selfNanos()).isEqualTo(10_000);
  }

  @Test
  void interleaved_traces_do_not_mix() {
    profile.accept(call(1, "b", 10, 20, 1, 1));
    profile.accept(call(2, "b", 15, 45, 1, 1));
    profile.accept(call(1, "a", 0, 100, 0, 0));
    profile.accept(call(2, "a", 0, 100, 0, 0));

    assertThat(profile.hottest(1).get(0).selfNanos()).isEqualTo(90 + 70);
    assertThat(profile.hottest(1).get(0).calls()).isEqualTo(2);
  }

  @Test
  void an_unknown_depth_does_no_harm() {
    profile.accept(call(1, "x", 0, 5, -1, -1));
    profile.accept(call(1, "y", 0, 5, 1, Integer.MAX_VALUE));

    assertThat(profile.selfNanos()).isEqualTo(10);
  }

  @Test
  void the_sample_is_drawn_as_a_tree_in_the_order_of_the_calls() {
    traceOfFour(7);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    profile.sample().print(new PrintStream(bytes, true, StandardCharsets.UTF_8), "");

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "Shop.a()         10.0 µs",
            "├─ Shop.b()      2.00 µs",
            "└─ Shop.c()      4.00 µs",
            "   └─ Shop.d()   1.00 µs");
  }
}
