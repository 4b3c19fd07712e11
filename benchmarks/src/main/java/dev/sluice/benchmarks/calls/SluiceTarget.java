package dev.sluice.benchmarks.calls;

import dev.sluice.cli.Home;
import dev.sluice.testkit.TcpPeers;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sluice: its agent, but for the stages without monitoring and for what is instrumented in source.
 */
record SluiceTarget(Variant variant, Path folder, Receiver receiver) implements CallTarget {
  /** More than a ring has owned stripes. */
  private static final int ALL_STRIPES = 64;

  /** With a receiver of its own, in a folder. */
  static SluiceTarget of(Variant variant, Path folder) throws IOException {
    return new SluiceTarget(
        variant,
        folder,
        switch (variant.stage()) {
          case FILE, DURATION_FILE -> FileReceiver.ofRecords(folder.resolve("records"));
          case TCP -> ReceiverJvm.ofRecords("tcp://127.0.0.1:" + TcpPeers.freePort());
          case KAFKA, KAFKA_SINGLE -> KafkaReceiver.start(folder.resolve("broker"));
          default -> FileReceiver.ofDiscarded(folder.resolve("arrived.slu"));
        });
  }

  @Override
  public List<String> options() throws IOException {
    return switch (variant.stage()) {
      case NONE, FLOOR -> List.of("-cp", Libraries.classes().toString());
      case SOURCE -> List.of("-Dsluice.sink=" + sink(), "-cp", sourceClassPath());
      default -> List.of(agent(), "-cp", Libraries.classes().toString());
    };
  }

  /** The instrumented class hides the one that is not. */
  private String sourceClassPath() throws IOException {
    return String.join(
        File.pathSeparator,
        InstrumentedClasses.in(folder).toString(),
        Libraries.plugins().toString(),
        System.getProperty("java.class.path"));
  }

  private String agent() throws IOException {
    List<String> options = new ArrayList<>();
    options.add("sink=" + sink());
    options.add("include=" + variant.load().monitored().getName() + "#monitoredMethod");
    options.add("plugins=" + Libraries.plugins());
    switch (variant.stage()) {
      case DURATION, DURATION_FILE -> options.add("probe=duration");
      case AGGREGATE, HISTOGRAM -> options.add("probe=" + variant.stage());
      default -> {
        // Executions are recorded if nothing else is asked for.
      }
    }
    return "-javaagent:" + Home.agentJar() + "=" + String.join(";", options);
  }

  private String sink() {
    return receiver.address()
        + "?policy=block&block.deadline=60s&metadata=false&enabled="
        + (variant.stage() != Setup.OFF)
        + "&serializer="
        + (variant.stage() == Setup.COLLECT ? "throw-away" : "binary")
        + (variant.stage() == Setup.KAFKA_SINGLE ? "&chunk.records=1" : "");
  }

  @Override
  public String application() {
    return variant.stage() == Setup.FLOOR
        ? "ClockReads"
        : variant.load().monitored().getSimpleName();
  }

  @Override
  public int others() {
    return variant.stage() == Setup.SHARED ? ALL_STRIPES : 0;
  }
}
