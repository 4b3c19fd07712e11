package dev.sluice.benchmarks.ladder;

import dev.sluice.benchmarks.calls.CallTarget;
import dev.sluice.benchmarks.calls.FileTargets;
import dev.sluice.benchmarks.calls.FileTargets.Probe;
import dev.sluice.benchmarks.calls.Load;
import dev.sluice.benchmarks.calls.Subject;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.ladder.path.Switches;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One step of the ladder.
 *
 * @param group whose path it is
 * @param name what is new about it
 * @param before the name of the rung it differs from in one thing; null for a first one
 * @param paper which tuning it is; empty if none
 * @param full what becomes of a record that finds the queue full
 * @param switches of our testbed; null if the program is another one
 * @param program starts it
 */
record Rung(
    Group group,
    String name,
    String before,
    String paper,
    String full,
    Switches switches,
    Program program)
    implements Subject {
  static final String BLOCK = "wait";
  static final String OVERWRITE = "overwrite";
  static final String NONE = "-";

  private static final Load LOAD = Load.of(10, 1);

  /** Whose path it is. */
  enum Group {
    /** No records. */
    REFERENCE("reference"),
    /** The peer with its configuration. */
    KIEKER("kieker"),
    /** The small path in {@code ladder.path}. */
    TESTBED("testbed"),
    /** This project. */
    SLUICE("sluice");

    private final String label;

    Group(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** What is started. */
  @FunctionalInterface
  interface Program {
    /** With a folder of its own. */
    CallTarget in(Load load, Path folder) throws IOException;
  }

  static Rung reference(String name, Program program) {
    return new Rung(Group.REFERENCE, name, null, "", NONE, null, program);
  }

  static Rung kieker(String name, String before, String paper, String agent, String queue) {
    return new Rung(
        Group.KIEKER,
        name,
        before,
        paper,
        BLOCK,
        null,
        (load, folder) -> FileTargets.kieker(agent, queue, load, folder));
  }

  static Rung testbed(String name, String before, String paper, Switches switches) {
    String full = switches.queue() == Switches.Queue.CIRCULAR ? OVERWRITE : BLOCK;
    return new Rung(
        Group.TESTBED,
        name,
        before,
        paper,
        full,
        switches,
        (load, folder) -> new PathTarget(switches, folder.resolve("records")));
  }

  static Rung sluice(String name, String before, String paper, Probe probe) {
    return new Rung(
        Group.SLUICE,
        name,
        before,
        paper,
        BLOCK,
        null,
        (load, folder) -> FileTargets.sluice(probe, load, folder));
  }

  /** Where its results are. */
  Cell cell() {
    return Cell.of("path", group, "rung", name);
  }

  @Override
  public Load load() {
    return LOAD;
  }

  @Override
  public boolean isFloor() {
    return name.equals(Ladder.FLOOR);
  }

  @Override
  public boolean records() {
    return group != Group.REFERENCE;
  }

  @Override
  public CallTarget target(Path folder) throws IOException {
    return program.in(LOAD, folder);
  }

  @Override
  public String toString() {
    return name;
  }
}
