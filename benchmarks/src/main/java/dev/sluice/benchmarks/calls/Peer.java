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
  SLUICE("sluice", EnumSet.complementOf(EnumSet.of(Setup.KAFKA_SINGLE))) {
    @Override
    CallTarget target(Variant variant, Path folder) throws IOException {
      return SluiceTarget.of(variant, folder);
    }
  },
  /** Kieker with its Byte Buddy agent. */
  KIEKER_BYTEBUDDY(
      "kieker-bytebuddy", EnumSet.of(Setup.OFF, Setup.COLLECT, Setup.FILE, Setup.TCP)) {
    @Override
    CallTarget target(Variant variant, Path folder) throws IOException {
      return KiekerTarget.of("bytebuddy", variant, folder);
    }
  },
  /** Kieker with its AspectJ agent. */
  KIEKER_ASPECTJ("kieker-aspectj", EnumSet.of(Setup.OFF, Setup.COLLECT, Setup.FILE, Setup.TCP)) {
    @Override
    CallTarget target(Variant variant, Path folder) throws IOException {
      return KiekerTarget.of("aspectj", variant, folder);
    }
  },
  /** Kieker's collector of 2017 behind its queue. */
  KIEKER_COLLECTOR("kieker-collector", EnumSet.of(Setup.FILE)) {
    @Override
    CallTarget target(Variant variant, Path folder) throws IOException {
      return KiekerTarget.collector(false, variant, folder);
    }
  },
  /** Kieker's collector, called by the monitored thread itself. */
  KIEKER_BYPASS("kieker-bypass", EnumSet.of(Setup.FILE)) {
    @Override
    CallTarget target(Variant variant, Path folder) throws IOException {
      return KiekerTarget.collector(true, variant, folder);
    }
  },
  /** OpenTelemetry's agent. */
  OPENTELEMETRY("opentelemetry", EnumSet.of(Setup.OFF, Setup.TCP)) {
    @Override
    CallTarget target(Variant variant, Path folder) throws IOException {
      return OtelTarget.of(variant);
    }
  },
  /** The JDK's Flight Recorder. */
  JFR("jfr", EnumSet.of(Setup.AGGREGATE, Setup.FILE)) {
    @Override
    CallTarget target(Variant variant, Path folder) {
      return JfrTarget.of(variant, folder);
    }

    @Override
    String obstacle() {
      return JfrTarget.obstacle();
    }
  };

  private final String label;
  private final Set<Setup> stages;

  Peer(String label, Set<Setup> stages) {
    this.label = label;
    this.stages = stages;
  }

  /** Whether it is measured at a stage unless an experiment has a choice of its own. */
  boolean has(Setup stage) {
    return stages.contains(stage);
  }

  /** Why it cannot be measured here, or null. */
  String obstacle() {
    return null;
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
  abstract CallTarget target(Variant variant, Path folder) throws IOException;

  /** The word for people and programs. */
  @Override
  public String toString() {
    return label;
  }
}
