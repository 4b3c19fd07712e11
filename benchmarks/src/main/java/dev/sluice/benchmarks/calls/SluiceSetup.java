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
record SluiceSetup(Stage stage) implements CallSetup {
  /** More than a ring has owned stripes. */
  private static final int ALL_STRIPES = 64;

  private static final String ARRIVED = "arrived.slu";

  @Override
  public List<String> options(Path folder) throws IOException {
    return switch (stage) {
      case NONE, FLOOR -> List.of("-cp", Libraries.classes().toString());
      case SOURCE ->
          List.of(
              "-Dsluice.benchmark.sink=" + sink(folder),
              "-cp",
              System.getProperty("java.class.path") + File.pathSeparator + Libraries.plugins());
      default -> List.of(agent(folder), "-cp", Libraries.classes().toString());
    };
  }

  private String agent(Path folder) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("sink=" + sink(folder));
    options.add("include=" + MonitoredClass.class.getName());
    options.add("plugins=" + Libraries.plugins());
    switch (stage) {
      case DURATION, AGGREGATE, HISTOGRAM -> options.add("probe=" + stage);
      default -> {
        // Executions are recorded if nothing else is asked for.
      }
    }
    return "-javaagent:" + Home.agentJar() + "=" + String.join(";", options);
  }

  private String sink(Path folder) {
    return "discard:"
        + folder.resolve(ARRIVED)
        + "?policy=block&block.deadline=60s&metadata=false&enabled="
        + (stage != Stage.OFF)
        + "&serializer="
        + (stage == Stage.COLLECT ? "throw-away" : "binary");
  }

  @Override
  public String application() {
    return switch (stage) {
      case FLOOR -> "ClockReads";
      case SOURCE -> "SourceInstrumented";
      default -> "MonitoredClass";
    };
  }

  @Override
  public int others() {
    return stage == Stage.SHARED ? ALL_STRIPES : 0;
  }

  @Override
  public long delivered(Path folder) throws IOException {
    return Arrival.executions(folder.resolve(ARRIVED));
  }
}
