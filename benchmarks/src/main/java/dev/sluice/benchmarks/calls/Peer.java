package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/** Who monitors. The order is that of the report. */
enum Peer {
  /** This project; {@link Stage#NONE} and {@link Stage#FLOOR} are in its name too. */
  SLUICE("sluice", EnumSet.allOf(Stage.class)) {
    @Override
    CallTarget target(Stage stage, Path folder) throws IOException {
      return SluiceTarget.of(stage, folder);
    }
  },
  /** Kieker with its Byte Buddy agent. */
  KIEKER_BYTEBUDDY(
      "kieker-bytebuddy", EnumSet.of(Stage.OFF, Stage.COLLECT, Stage.FILE, Stage.TCP)) {
    @Override
    CallTarget target(Stage stage, Path folder) throws IOException {
      return KiekerTarget.of("bytebuddy", stage, folder);
    }
  },
  /** Kieker with its AspectJ agent. */
  KIEKER_ASPECTJ("kieker-aspectj", EnumSet.of(Stage.OFF, Stage.COLLECT, Stage.FILE, Stage.TCP)) {
    @Override
    CallTarget target(Stage stage, Path folder) throws IOException {
      return KiekerTarget.of("aspectj", stage, folder);
    }
  };

  private final String label;
  private final Set<Stage> stages;

  Peer(String label, Set<Stage> stages) {
    this.label = label;
    this.stages = stages;
  }

  /** Whether it can do what a stage asks for. */
  boolean has(Stage stage) {
    return stages.contains(stage);
  }

  /**
   * The program for one of its stages.
   *
   * @param folder empty, for whatever is needed
   */
  abstract CallTarget target(Stage stage, Path folder) throws IOException;

  /** The word for people and programs. */
  @Override
  public String toString() {
    return label;
  }
}
