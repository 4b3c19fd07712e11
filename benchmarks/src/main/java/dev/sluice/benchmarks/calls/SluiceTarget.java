package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.app.MonitoredClass;
import dev.sluice.cli.Home;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sluice: its agent, but for the stages without monitoring and for what is instrumented in source.
 */
record SluiceTarget(Stage stage, Path folder, Receiver receiver) implements CallTarget {
  /** More than a ring has owned stripes. */
  private static final int ALL_STRIPES = 64;

  /** With a receiver of its own, in a folder. */
  static SluiceTarget of(Stage stage, Path folder) throws IOException {
    return new SluiceTarget(
        stage,
        folder,
        switch (stage) {
          case FILE -> new RecordFolder(folder.resolve("records"));
          case TCP -> new TcpReceiver(folder.resolve("arrived.slu"));
          case KAFKA -> new KafkaReceiver(folder.resolve("broker"));
          default -> new KeptChunks(folder.resolve("arrived.slu"));
        });
  }

  @Override
  public List<String> options() throws IOException {
    return switch (stage) {
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
    options.add("include=" + MonitoredClass.class.getName() + "#monitoredMethod");
    options.add("plugins=" + Libraries.plugins());
    switch (stage) {
      case DURATION, AGGREGATE, HISTOGRAM -> options.add("probe=" + stage);
      default -> {
        // Executions are recorded if nothing else is asked for.
      }
    }
    return "-javaagent:" + Home.agentJar() + "=" + String.join(";", options);
  }

  private String sink() {
    return receiver.address()
        + "?policy=block&block.deadline=60s&metadata=false&enabled="
        + (stage != Stage.OFF)
        + "&serializer="
        + (stage == Stage.COLLECT ? "throw-away" : "binary");
  }

  @Override
  public String application() {
    return stage == Stage.FLOOR ? "ClockReads" : MonitoredClass.class.getSimpleName();
  }

  @Override
  public int others() {
    return stage == Stage.SHARED ? ALL_STRIPES : 0;
  }
}
