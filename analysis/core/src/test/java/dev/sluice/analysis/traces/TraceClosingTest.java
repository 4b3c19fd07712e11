package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TraceClosingTest {
  private static final int MANY = 1000;
  private static final TraceLimits LIMITS =
      new TraceLimits(2 * MANY, 64 * MANY, 16, 2, Duration.ofNanos(1000), Duration.ofNanos(1000));

  @Test
  void each_of_many_traces_that_timed_out_is_told_of_when_its_rest_comes() {
    long[] ids = new Random(1).longs(MANY, 1_000, Long.MAX_VALUE).toArray();
    TestProgram program = new TestProgram(1);
    for (long trace : ids) {
      program.execution(trace, "x.B.b()", 10, 20, 1, 1);
    }
    program.chunk();
    for (int i = 1; i <= 3; i++) {
      program.execution(i, "x.A.a()", 2000 * i, 2000 * i + 100, 0, 0).chunk();
    }
    for (long trace : ids) {
      program.execution(trace, "x.A.a()", 0, 6200, 0, 0);
    }
    assertThat(program.end().reconstruct(LIMITS).traces().stream())
        .filteredOn(trace -> trace.end() == 6200)
        .extracting(trace -> Set.copyOf(trace.reasons()))
        .hasSize(MANY)
        .containsOnly(Set.of(Reason.TIMED_OUT));
  }
}
