package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Programs that other experiments measure beside their own: those without monitoring, and those
 * whose records go to files.
 */
public final class FileTargets {
  private static final String QUEUE =
      "-Dkieker.monitoring.core.controller.WriterController.RecordQueueFQN=";

  private FileTargets() {}

  /** What a probe of Sluice is and records. */
  public enum Probe {
    /** Operation executions, instrumented in source. */
    EXECUTION_IN_SOURCE(Setup.SOURCE),
    /** Operation executions, by the agent. */
    EXECUTION(Setup.FILE),
    /** Durations, by the agent. */
    DURATION(Setup.DURATION_FILE),
    /** Aggregates of count and sum, by the agent. */
    AGGREGATE(Setup.AGGREGATE);

    private final Setup stage;

    Probe(Setup stage) {
      this.stage = stage;
    }
  }

  /** Without monitoring. */
  public static CallTarget unmonitored(Load load, Path folder) throws IOException {
    return new Variant(Setup.NONE, Peer.SLUICE, load).target(folder);
  }

  /** Two clock reads and one plain store. */
  public static CallTarget floor(Load load, Path folder) throws IOException {
    return new Variant(Setup.FLOOR, Peer.SLUICE, load).target(folder);
  }

  /** Sluice, which waits when it falls behind. */
  public static CallTarget sluice(Probe probe, Load load, Path folder) {
    return new SluiceTarget(
        new Variant(probe.stage, Peer.SLUICE, load),
        folder,
        FileReceiver.ofRecords(folder.resolve("records")));
  }

  /**
   * Kieker and its writer of binary files.
   *
   * @param agent {@code bytebuddy} or {@code aspectj}
   * @param queue its queue, by the name of its class
   */
  public static CallTarget kieker(String agent, String queue, Load load, Path folder)
      throws IOException {
    KiekerTarget usual =
        KiekerTarget.of(agent, new Variant(Setup.FILE, Peer.KIEKER_BYTEBUDDY, load), folder);
    List<String> writer = new ArrayList<>(usual.writer());
    writer.add(QUEUE + queue);
    return new KiekerTarget(agent, usual.variant(), folder, usual.receiver(), writer);
  }
}
