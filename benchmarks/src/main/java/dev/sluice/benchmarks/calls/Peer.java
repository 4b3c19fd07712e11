package dev.sluice.benchmarks.calls;

import java.util.EnumSet;
import java.util.Set;

/** Who monitors. The order is that of the report. */
enum Peer {
  /** This project; {@link Stage#NONE} and {@link Stage#FLOOR} are in its name too. */
  SLUICE("sluice", EnumSet.allOf(Stage.class)) {
    @Override
    CallSetup setup(Stage stage) {
      return new SluiceSetup(stage);
    }
  },
  /** Kieker with its Byte Buddy agent. */
  KIEKER_BYTEBUDDY("kieker-bytebuddy", EnumSet.of(Stage.OFF, Stage.COLLECT)) {
    @Override
    CallSetup setup(Stage stage) {
      return new KiekerSetup("bytebuddy", stage);
    }
  },
  /** Kieker with its AspectJ agent. */
  KIEKER_ASPECTJ("kieker-aspectj", EnumSet.of(Stage.OFF, Stage.COLLECT)) {
    @Override
    CallSetup setup(Stage stage) {
      return new KiekerSetup("aspectj", stage);
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

  /** How a stage of its is run. */
  abstract CallSetup setup(Stage stage);

  /** The word for people and programs. */
  @Override
  public String toString() {
    return label;
  }
}
