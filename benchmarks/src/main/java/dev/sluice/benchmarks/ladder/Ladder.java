package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.FileTargets;
import dev.sluice.benchmarks.calls.FileTargets.Probe;
import dev.sluice.benchmarks.ladder.path.Switches;
import dev.sluice.benchmarks.ladder.path.Switches.Checks;
import dev.sluice.benchmarks.ladder.path.Switches.Code;
import dev.sluice.benchmarks.ladder.path.Switches.Data;
import dev.sluice.benchmarks.ladder.path.Switches.Form;
import dev.sluice.benchmarks.ladder.path.Switches.Output;
import dev.sluice.benchmarks.ladder.path.Switches.Queue;
import dev.sluice.benchmarks.ladder.path.Switches.Strings;
import java.util.List;
import java.util.Optional;

/** All rungs, in the order of the report. */
final class Ladder {
  static final String NONE = "none";
  static final String FLOOR = "floor";

  private static final String LINKED_QUEUE = "java.util.concurrent.LinkedBlockingQueue";
  private static final String ARRAY_QUEUE = "java.util.concurrent.ArrayBlockingQueue";
  private static final String MPSC_QUEUE = "org.jctools.queues.MpscArrayQueue";
  private static final String ASPECTJ = "aspectj";

  /** Where our testbed begins. */
  private static final Switches FIRST =
      new Switches(
          Code.REFLECTION,
          Strings.CALLER,
          Output.RECORD,
          Queue.LINKED,
          Form.OBJECT,
          Checks.CONFIGURED,
          Data.EXECUTION);

  /** Comes first, because a write for each record hides all that follows. */
  private static final Switches CHUNKS = FIRST.with(Output.CHUNK);

  private static final Switches GENERATED = CHUNKS.with(Code.GENERATED);

  /** The base of most comparisons: it has the queue of the papers. */
  private static final Switches LINKED = GENERATED.with(Strings.WRITER);

  private static final Switches ARRAY = LINKED.with(Queue.ARRAY);
  private static final Switches MPSC = LINKED.with(Queue.MPSC);
  private static final Switches ROWS = MPSC.with(Form.ROW);
  private static final Switches RING = ROWS.with(Queue.RING);
  private static final Switches DURATION = LINKED.with(Data.DURATION);
  private static final Switches AGGREGATE = DURATION.with(Data.AGGREGATE);

  static final List<Rung> ALL =
      List.of(
          Rung.reference(NONE, FileTargets::unmonitored),
          Rung.reference(FLOOR, FileTargets::floor),
          Rung.kieker("kieker-linked", null, "2023, basis", ASPECTJ, LINKED_QUEUE),
          Rung.kieker("kieker-array", "kieker-linked", "", ASPECTJ, ARRAY_QUEUE),
          Rung.kieker("kieker-mpsc", "kieker-linked", "2016", ASPECTJ, MPSC_QUEUE),
          Rung.kieker("kieker-bytebuddy", "kieker-mpsc", "", "bytebuddy", MPSC_QUEUE),
          Rung.testbed("record-at-a-time", null, "", FIRST),
          Rung.testbed("chunks", "record-at-a-time", "2017", CHUNKS),
          Rung.testbed("generated", "chunks", "2014, PT1", GENERATED),
          Rung.testbed("texts-by-writer", "generated", "2016", LINKED),
          Rung.testbed("array-queue", "texts-by-writer", "", ARRAY),
          Rung.testbed("disruptor", "array-queue", "2014, PT2", ARRAY.with(Queue.DISRUPTOR)),
          Rung.testbed("circular-queue", "texts-by-writer", "2023", LINKED.with(Queue.CIRCULAR)),
          Rung.testbed("mpsc-queue", "texts-by-writer", "2016", MPSC),
          Rung.testbed("flat-rows", "mpsc-queue", "2014, PT3", ROWS),
          Rung.testbed("flat-ring", "flat-rows", "", RING),
          Rung.testbed("hard-coded", "flat-ring", "2014, PT4", RING.with(Checks.HARD_CODED)),
          Rung.testbed("duration", "texts-by-writer", "2023", DURATION),
          Rung.testbed("duration-circular", "duration", "2023", DURATION.with(Queue.CIRCULAR)),
          Rung.testbed("aggregate", "duration", "2023", AGGREGATE),
          Rung.testbed("aggregate-circular", "aggregate", "2023", AGGREGATE.with(Queue.CIRCULAR)),
          Rung.sluice("sluice-source", "hard-coded", "2023", Probe.EXECUTION_IN_SOURCE),
          Rung.sluice("sluice-agent", "sluice-source", "2023, reversed", Probe.EXECUTION),
          Rung.sluice("sluice-duration", "sluice-agent", "2023", Probe.DURATION),
          Rung.sluice("sluice-aggregate", "sluice-duration", "2023", Probe.AGGREGATE));

  private Ladder() {}

  /** The rung of a name. */
  static Rung named(String name) {
    return ALL.stream().filter(rung -> rung.name().equals(name)).findFirst().orElseThrow();
  }

  /** The rung that a rung is compared with. */
  static Optional<Rung> before(Rung rung) {
    return Optional.ofNullable(rung.before()).map(Ladder::named);
  }
}
