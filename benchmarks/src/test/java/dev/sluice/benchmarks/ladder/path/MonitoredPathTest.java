package dev.sluice.benchmarks.ladder.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.benchmarks.ladder.path.Switches.Checks;
import dev.sluice.benchmarks.ladder.path.Switches.Code;
import dev.sluice.benchmarks.ladder.path.Switches.Data;
import dev.sluice.benchmarks.ladder.path.Switches.Form;
import dev.sluice.benchmarks.ladder.path.Switches.Output;
import dev.sluice.benchmarks.ladder.path.Switches.Queue;
import dev.sluice.benchmarks.ladder.path.Switches.Strings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MonitoredPathTest {
  private static final Switches USUAL =
      new Switches(
          Code.GENERATED,
          Strings.WRITER,
          Output.CHUNK,
          Queue.LINKED,
          Form.OBJECT,
          Checks.HARD_CODED,
          Data.EXECUTION);

  private static final int DEPTH = 10;

  /** Executions: more than a queue has room for, and no multiple of what an aggregate holds. */
  private static final int CALLS = 1_777;

  @TempDir private Path directory;

  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private long writes;

  private Path run(Switches switches) throws IOException {
    Path file = directory.resolve("records");
    Files.deleteIfExists(file);
    MonitoredPath path = new MonitoredPath(switches, file, failures::add);
    for (int i = 0; i < CALLS; i++) {
      call(path.probe(), DEPTH);
    }
    path.close();
    writes = path.writes();
    assertThat(failures).isEmpty();
    return file;
  }

  /** As the monitored method does it. */
  private static void call(Probe probe, int depth) {
    int order = probe.isActive() ? probe.enter() : -1;
    long tin = probe.time();
    if (depth > 1) {
      call(probe, depth - 1);
    }
    probe.exit(order, tin);
  }

  /** Decoding fails if the file tells of other parts than the switches ask for. */
  private static long executions(Path file, Switches expected) throws IOException {
    return RecordLayout.executions(file, expected.parts(), MonitoredPath.signature());
  }

  private void assertAllArrive(Switches switches) throws IOException {
    assertThat(executions(run(switches), switches)).as("%s", switches).isEqualTo(CALLS * DEPTH);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"CIRCULAR", "RING"},
      mode = EnumSource.Mode.EXCLUDE)
  void queue_that_waits_for_room_loses_nothing(Queue queue) throws IOException {
    assertAllArrive(USUAL.with(queue));
  }

  @Test
  void every_other_switch_loses_nothing() throws IOException {
    assertAllArrive(USUAL.with(Code.REFLECTION));
    assertAllArrive(USUAL.with(Strings.CALLER));
    assertAllArrive(USUAL.with(Checks.CONFIGURED));
    assertAllArrive(USUAL.with(Queue.MPSC).with(Form.ROW));
    assertAllArrive(USUAL.with(Queue.RING).with(Form.ROW));
    assertAllArrive(USUAL.with(Data.DURATION));
    assertAllArrive(USUAL.with(Data.AGGREGATE));
    assertAllArrive(USUAL.with(Data.AGGREGATE).with(Queue.CIRCULAR));
  }

  @Test
  void record_at_a_time_writes_as_often_as_there_are_records() throws IOException {
    assertAllArrive(USUAL.with(Output.RECORD));
    assertThat(writes).isGreaterThanOrEqualTo(CALLS * DEPTH);

    assertAllArrive(USUAL);
    assertThat(writes).isLessThan(CALLS * DEPTH / 10);
  }

  @Test
  void full_circular_queue_overwrites_the_oldest() {
    CircularQueue queue = new CircularQueue();
    for (int i = 0; i < HandOver.CAPACITY + 3; i++) {
      queue.put(i);
    }
    List<Object> items = new ArrayList<>();
    while (queue.drain(items::add) > 0) {
      // Until nothing is left.
    }

    assertThat(items).hasSize(HandOver.CAPACITY).startsWith(3, 4).endsWith(HandOver.CAPACITY + 2);
  }

  @Test
  void file_of_other_switches_is_refused() throws IOException {
    Path file = run(USUAL.with(Queue.ARRAY));

    assertThatThrownBy(() -> executions(file, USUAL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("java.util.concurrent.ArrayBlockingQueue");
    assertThat(executions(file, USUAL.with(Queue.ARRAY))).isEqualTo(CALLS * DEPTH);
  }

  @Test
  void failing_writer_is_told_of() throws IOException {
    MonitoredPath path =
        new MonitoredPath(USUAL.with(Code.REFLECTION), directory.resolve("records"), failures::add);
    path.queue().put("no record");
    path.close();

    assertThat(failures).singleElement().isInstanceOf(IllegalArgumentException.class);
  }
}
