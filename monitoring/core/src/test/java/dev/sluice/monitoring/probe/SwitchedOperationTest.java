package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is recorded when kinds are switched; records are counted by the collector. */
class SwitchedOperationTest {
  private final Monitor monitor =
      Monitor.builder()
          .over(
              ChunkingCollector.builder(
                      new RecordingRawWriter(),
                      Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
                  .build());
  private final Probes probes = monitor.probes();
  private final Operation both = operation(ProbeKind.EXECUTION, ProbeKind.DURATION);
  private final Operation plain = operation(ProbeKind.EXECUTION);
  private long seen;

  @AfterEach
  void close() {
    assertThat(monitor.close(Duration.ofSeconds(5)).balanced()).isTrue();
  }

  private Operation operation(ProbeKind first, ProbeKind... rest) {
    return probes.operation("void A.foo()", "A", EnumSet.of(first, rest), null);
  }

  private long enter(Operation operation) {
    ProbeThread thread = operation.begin();
    return thread.enter(operation);
  }

  private void exit(Operation operation, long frame) {
    probes.thread().exit(operation, frame, 0);
  }

  /** Records since the last call. */
  private long records() {
    long all = monitor.report().emitted();
    long fresh = all - seen;
    seen = all;
    return fresh;
  }

  private void execute(Operation operation) {
    exit(operation, enter(operation));
  }

  @Test
  void kinds_are_switched_singly() {
    execute(both);
    assertThat(records()).isEqualTo(2);
    probes.enable(both, Set.of(ProbeKind.DURATION));
    execute(both);
    assertThat(records()).isEqualTo(1);
    probes.enable(both, Set.of(ProbeKind.EVENTS));
    assertThat(both.begin()).as("a kind that it does not have").isNull();
    probes.enable(both, true);
    execute(both);
    assertThat(records()).isEqualTo(2);
  }

  @Test
  void switching_all_leaves_single_switches_as_they_were() {
    probes.enable(plain, false);
    probes.enable(false);
    assertThat(both.isOn()).isFalse();
    assertThat(operation(ProbeKind.EXECUTION).isOn()).as("a new one").isFalse();
    probes.enable(both, Set.of(ProbeKind.DURATION));
    assertThat(both.isOn()).isFalse();
    probes.enable(true);
    assertThat(plain.isOn()).isFalse();
    execute(both);
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void execution_that_began_before_all_was_switched_off_is_recorded() {
    long frame = enter(both);
    probes.enable(false);
    exit(both, frame);
    assertThat(records()).isEqualTo(2);
  }

  @Test
  void depth_stays_right_when_kinds_change_within_an_execution() {
    long root = enter(plain);
    probes.enable(both, Set.of(ProbeKind.DURATION));
    long untraced = enter(both);
    probes.enable(both, Set.of(ProbeKind.EXECUTION));
    exit(both, untraced);
    assertThat(records()).as("began without a trace, ends without a duration").isZero();
    long traced = enter(both);
    assertThat((int) traced).isEqualTo(1);
    probes.enable(both, Set.of(ProbeKind.DURATION));
    exit(both, traced);
    assertThat(records()).isEqualTo(1);
    exit(plain, root);
    assertThat((int) enter(plain)).isZero();
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void sampled_out_traces_are_counted_and_their_executions_not_recorded() {
    probes.sampler(TraceSampler.rate(0));
    long root = enter(plain);
    execute(plain);
    execute(both);
    exit(plain, root);
    execute(plain);
    assertThat(probes.sampledOut()).isEqualTo(2);
    assertThat(records()).as("the duration, which has no trace").isEqualTo(1);
    probes.sampler(null);
    execute(plain);
    assertThat(records()).isEqualTo(1);
    assertThat(probes.sampledOut()).isEqualTo(2);
  }

  @Test
  void sampling_may_end_within_a_trace_that_is_not_recorded() {
    probes.sampler(TraceSampler.rate(0));
    long root = enter(both);
    probes.enable(both, Set.of(ProbeKind.EXECUTION));
    exit(both, root);
    assertThat(records()).isZero();
  }

  @Test
  void events_that_are_switched_on_within_an_execution_have_no_end_without_a_begin() {
    Operation events = operation(ProbeKind.EXECUTION, ProbeKind.EVENTS);
    probes.enable(events, Set.of(ProbeKind.EXECUTION));
    long root = enter(events);
    probes.enable(events, true);
    long inner = enter(events);
    probes.thread().before(events, inner, 0, null);
    assertThat(records()).as("the trace and a begin").isEqualTo(2);
    exit(events, inner);
    assertThat(records()).as("an execution and its end").isEqualTo(2);
    exit(events, root);
    assertThat(records()).as("the execution alone").isEqualTo(1);
    assertThat((int) enter(plain)).as("depth").isZero();
  }

  @Test
  void begin_that_was_not_to_be_recorded_when_the_execution_began_is_not() {
    Operation events = operation(ProbeKind.DURATION, ProbeKind.EVENTS, ProbeKind.EXECUTION);
    probes.enable(events, Set.of(ProbeKind.DURATION, ProbeKind.EXECUTION));
    long frame = enter(events);
    probes.enable(events, true);
    probes.thread().before(events, frame, 0, null);
    assertThat(records()).isZero();
    exit(events, frame);
    assertThat(records()).as("duration and execution").isEqualTo(2);
  }

  @Test
  void what_has_no_trace_is_switched_apart() {
    probes.enableUntraced(false);
    execute(both);
    assertThat(records()).isEqualTo(1);
    assertThat(operation(ProbeKind.DURATION).isOn()).isFalse();
    probes.enableUntraced(true);
    execute(both);
    assertThat(records()).isEqualTo(2);
  }
}
