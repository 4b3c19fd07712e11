package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Who monitors. The order is that of the report. */
enum Peer {
  /** This project; {@link Setup#NONE} and {@link Setup#FLOOR} are in its name too. */
  SLUICE("sluice", SluiceTarget::of, EnumSet.complementOf(EnumSet.of(Setup.KAFKA_SINGLE))),

  /** Kieker with its Byte Buddy agent. */
  KIEKER_BYTEBUDDY(
      "kieker-bytebuddy",
      (variant, folder) -> KiekerTarget.of("bytebuddy", variant, folder),
      EnumSet.of(Setup.OFF, Setup.COLLECT, Setup.FILE, Setup.TCP)),

  /** Kieker with its AspectJ agent. */
  KIEKER_ASPECTJ(
      "kieker-aspectj",
      (variant, folder) -> KiekerTarget.of("aspectj", variant, folder),
      EnumSet.of(Setup.OFF, Setup.COLLECT, Setup.FILE, Setup.TCP)),

  /** Kieker's collector of 2017 behind its queue. */
  KIEKER_COLLECTOR(
      "kieker-collector",
      (variant, folder) -> KiekerTarget.collector(false, variant, folder),
      EnumSet.of(Setup.FILE)),

  /** Kieker's collector, called by the monitored thread itself. */
  KIEKER_BYPASS(
      "kieker-bypass",
      (variant, folder) -> KiekerTarget.collector(true, variant, folder),
      EnumSet.of(Setup.FILE)),

  /** Kieker with its Byte Buddy agent and our writer. */
  KIEKER_SLUICE("kieker-sluice", KiekerTarget::sluice, EnumSet.of(Setup.FILE)),

  /** OpenTelemetry's agent. */
  OPENTELEMETRY(
      "opentelemetry",
      (variant, folder) -> OtelTarget.of(variant),
      EnumSet.of(Setup.OFF, Setup.TCP)),

  /** The JDK's Flight Recorder. */
  JFR("jfr", JfrTarget::of, EnumSet.of(Setup.AGGREGATE, Setup.FILE));

  private final String label;
  private final Targets targets;
  private final Set<Setup> stages;

  /** Makes the program for a cell. */
  @FunctionalInterface
  private interface Targets {
    CallTarget target(Variant variant, Path folder) throws IOException;
  }

  Peer(String label, Targets targets, Set<Setup> stages) {
    this.label = label;
    this.targets = targets;
    this.stages = stages;
  }

  /** Whether it is measured at a stage unless an experiment has a choice of its own. */
  boolean has(Setup stage) {
    return stages.contains(stage);
  }

  /** Why it cannot be measured here, or null. */
  String obstacle() {
    return this == JFR ? JfrTarget.obstacle() : null;
  }

  /** Who cannot be measured here, and why. */
  static List<String> obstacles() {
    return Stream.of(values())
        .filter(peer -> peer.obstacle() != null)
        .map(peer -> "Not measured: " + peer + ", because " + peer.obstacle() + ".")
        .toList();
  }

  /**
   * The program for one of its cells.
   *
   * @param folder empty, for whatever is needed
   */
  CallTarget target(Variant variant, Path folder) throws IOException {
    return targets.target(variant, folder);
  }

  /** The word for people and programs. */
  @Override
  public String toString() {
    return label;
  }
}
