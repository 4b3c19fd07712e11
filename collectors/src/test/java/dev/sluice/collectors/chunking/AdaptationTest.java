package dev.sluice.collectors.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.collectors.chunking.ChunkingSimulation.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Adaptation on a virtual clock: steps of the rate and of the sink's round trip. */
class AdaptationTest {
  private static final ChunkLimits LIMITS = new ChunkLimits(8192, 900 << 10, 250_000_000);
  private static final double GOAL_MILLIS = 250;
  private final ChunkingSimulation sim = new ChunkingSimulation(LIMITS, "p99<250ms");

  private Phase settled() {
    sim.run(Duration.ofSeconds(20));
    return sim.run(Duration.ofSeconds(30));
  }

  private void assertHeld(Phase phase) {
    assertThat(phase.p99Millis()).isLessThan(GOAL_MILLIS);
    assertThat(phase.limits().records()).isBetween(1, LIMITS.records());
    assertThat(phase.limits().delayNanos()).isBetween(1L, LIMITS.delayNanos());
    assertThat(sim.chunking().status().goalMet()).isTrue();
    // A decision a second: it has come to rest, or nearly.
    assertThat(phase.adjusted()).isLessThan(10);
  }

  @Test
  void chunk_is_filled_for_what_a_near_sink_leaves_of_the_goal() {
    Phase phase = settled();
    assertHeld(phase);
    assertThat(phase.p99Millis()).isGreaterThan(0.9 * GOAL_MILLIS);
    assertThat(phase.adjusted()).isZero();
  }

  @Test
  void step_of_the_rate_fills_larger_chunks_and_the_goal_holds_from_the_first() {
    settled();
    sim.rowsPerSecond = 50_000;
    assertThat(sim.run(Duration.ofSeconds(5)).p99Millis()).isLessThan(GOAL_MILLIS);
    Phase phase = settled();
    assertHeld(phase);
    assertThat(phase.rowsPerMessage()).isGreaterThan(8000);
    sim.rowsPerSecond = 100;
    settled();
    phase = settled();
    assertHeld(phase);
    assertThat(phase.limits().records()).as("a flood begins with chunks as before").isEqualTo(1024);
  }

  @Test
  void far_sink_that_takes_many_chunks_at_a_time_gets_smaller_ones_at_once() {
    settled();
    sim.roundTripNanos = 150_000_000;
    sim.run(Duration.ofSeconds(5));
    assertThat(sim.run(Duration.ofSeconds(5)).p99Millis()).isLessThan(GOAL_MILLIS);
    assertHeld(settled());
    sim.roundTripNanos = 5_000_000;
    Phase phase = settled();
    assertHeld(phase);
    assertThat(phase.limits().delayNanos()).as("and larger ones again").isGreaterThan(200_000_000);
  }

  @Test
  void queue_at_a_sink_that_takes_one_chunk_at_a_time_makes_chunks_larger() {
    sim.rowsPerSecond = 50_000;
    sim.roundTripNanos = 25_000_000;
    sim.oneAtATime = true;
    assertHeld(settled());
    ChunkingSimulation fixed =
        new ChunkingSimulation(new ChunkLimits(1024, 900 << 10, 200_000_000), null);
    fixed.rowsPerSecond = 50_000;
    fixed.roundTripNanos = 25_000_000;
    fixed.oneAtATime = true;
    Phase phase = fixed.run(Duration.ofSeconds(30));
    assertThat(phase.p99Millis()).as("chunks of the default size").isGreaterThan(5000);
  }

  private void startIntoSlowSink() {
    sim.rowsPerSecond = 50_000;
    sim.burst = 500;
    sim.roundTripNanos = 40_000_000;
    sim.oneAtATime = true;
  }

  @Test
  void queue_of_the_start_is_forgotten_when_it_has_ended() {
    startIntoSlowSink();
    sim.run(Duration.ofSeconds(10));
    assertHeld(sim.run(Duration.ofSeconds(10)));
  }

  @Test
  void first_chunk_that_waits_for_a_connection_does_not_hide_the_queue_behind_it() {
    startIntoSlowSink();
    sim.roundTripNanos = 20_000_000;
    sim.startNanos = 2_000_000_000;
    sim.run(Duration.ofSeconds(10));
    assertThat(sim.run(Duration.ofSeconds(10)).p99Millis()).isLessThan(GOAL_MILLIS);
  }

  @Test
  void late_pump_and_varying_sink_do_not_bring_the_queue_back() {
    startIntoSlowSink();
    sim.startNanos = 500_000_000;
    sim.jitter = 0.1;
    sim.lateNanos = 20_000_000; // as on a loaded machine; the goal is not within reach
    settled();
    assertThat(settled().p99Millis()).isLessThan(1.5 * GOAL_MILLIS);
  }

  @Test
  void time_that_grows_with_the_chunk_is_taken_into_account() {
    sim.rowsPerSecond = 50_000;
    sim.roundTripNanos = 2_000_000;
    sim.sinkNanosPerRow = 19_000; // 95 % of what comes
    sim.oneAtATime = true;
    settled();
    assertHeld(settled());
  }

  @Test
  void goal_that_cannot_be_met_makes_chunks_neither_tiny_nor_the_queue_longer() {
    sim.rowsPerSecond = 20_000;
    sim.roundTripNanos = 300_000_000;
    sim.oneAtATime = true;
    settled();
    Phase phase = settled();
    assertThat(sim.chunking().status().goalMet()).isFalse();
    assertThat(phase.rowsPerMessage()).isGreaterThan(20_000 * 0.24);
  }

  /** For the rationale: -Dtest=AdaptationTest -Dsluice.table=true. */
  @Test
  @EnabledIfSystemProperty(named = "sluice.table", matches = "true")
  void table() {
    List<ChunkingSimulation> all = new ArrayList<>(List.of(sim));
    for (int[] fixed : new int[][] {{1024, 200}, {1024, 20}, {8192, 250}}) {
      all.add(
          new ChunkingSimulation(
              new ChunkLimits(fixed[0], 900 << 10, fixed[1] * 1_000_000L), null));
    }
    row(all, "1 000/s, 1 ms", s -> s.jitter = 0.1);
    row(all, "50 000/s", s -> s.rowsPerSecond = 50_000);
    row(all, "1 000 000/s", s -> s.rowsPerSecond = 1_000_000);
    row(all, "5 000/s", s -> s.rowsPerSecond = 5_000);
    row(all, "many at a time, 100 ms", s -> s.roundTripNanos = 100_000_000);
    row(all, "many at a time, 150 ms", s -> s.roundTripNanos = 150_000_000);
    row(all, "many at a time, 20 ms", s -> s.roundTripNanos = 20_000_000);
    row(all, "one at a time, 20 ms", s -> s.oneAtATime = true);
    row(all, "one at a time, 20 ms, 50 000/s", s -> s.rowsPerSecond = 50_000);
    row(all, "one at a time, 60 ms, 50 000/s", s -> s.roundTripNanos = 60_000_000);
    row(
        all,
        "one at a time, 2 ms + 19 us a row",
        s -> {
          s.roundTripNanos = 2_000_000;
          s.sinkNanosPerRow = 19_000;
        });
    row(
        all,
        "100/s, 1 ms",
        s -> {
          s.rowsPerSecond = 100;
          s.roundTripNanos = 1_000_000;
        });
  }

  private static void row(
      List<ChunkingSimulation> all, String what, Consumer<ChunkingSimulation> step) {
    StringBuilder row = new StringBuilder("| " + what + " |");
    for (ChunkingSimulation one : all) {
      step.accept(one);
      Phase at = one.run(Duration.ofSeconds(10));
      one.run(Duration.ofSeconds(20));
      Phase then = one.run(Duration.ofSeconds(30));
      row.append(
          String.format(
              Locale.ROOT,
              " %.0f, %.0f / %.1f%s |",
              at.p99Millis(),
              then.p99Millis(),
              then.messagesPerSecond(),
              one == all.get(0)
                  ? String.format(
                      Locale.ROOT,
                      " / %d, %.0f ms / %d, %d",
                      then.limits().records(),
                      then.limits().delayNanos() / 1e6,
                      at.adjusted(),
                      then.adjusted())
                  : ""));
    }
    System.out.println(row);
  }
}
