package dev.sluice.benchmarks.start;

import dev.sluice.benchmarks.calls.Libraries;
import dev.sluice.cli.Home;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/** An agent that starts with a program, and counts what it recorded. The order is the report's. */
enum StartedAgent {
  /** What the others are compared with. */
  NONE("none", (program, folder, sinks) -> List.of()) {
    @Override
    Counts counts(Path folder, Sinks sinks) {
      return Counts.NOTHING;
    }
  },
  /** Ours, which writes a file. */
  FILE(
      "sluice-file",
      (program, folder, sinks) ->
          ours(Home.smallAgentJar(), program, folder, "sink=file:" + folder.resolve("records"))),
  /** Ours, which encodes and throws away. */
  DISCARD(
      "sluice-discard",
      (program, folder, sinks) ->
          ours(
              Home.smallAgentJar(),
              program,
              folder,
              "sink=discard:" + folder.resolve("arrived") + ";plugins=" + Libraries.plugins())),
  /** Ours, with Kafka's client. */
  KAFKA(
      "sluice-kafka",
      (program, folder, sinks) -> ours(Home.agentJar(), program, folder, "sink=" + sinks.kafka())),
  /** Kieker's agent with Byte Buddy, which writes a file. */
  KIEKER_BYTEBUDDY(
      "kieker-bytebuddy",
      (program, folder, sinks) -> kieker("kieker-bytebuddy", folder, List.of())) {
    @Override
    String obstacle(StartedProgram program) {
      return program == StartedProgram.EMPTY
          ? null
          : "a pattern of Kieker's Byte Buddy agent names one class, and no method with a parameter"
              + " of a class type";
    }

    @Override
    Map<String, String> environment(StartedProgram program) {
      return Map.of(
          "KIEKER_SIGNATURES_INCLUDE",
          "public static void " + program.main().getName() + ".monitoredMethod()");
    }

    @Override
    Counts counts(Path folder, Sinks sinks) throws IOException {
      return new Counts(0, lines(folder));
    }
  },
  /** Kieker's agent with AspectJ's weaver, which writes a file. */
  KIEKER_ASPECTJ(
      "kieker-aspectj",
      (program, folder, sinks) ->
          kieker(
              "kieker-aspectj",
              folder,
              List.of(
                  "-Dkieker.monitoring.skipDefaultAOPConfiguration=true",
                  "-Dorg.aspectj.weaver.loadtime.configuration="
                      + aspects(program, folder).toUri()))) {
    @Override
    Counts counts(Path folder, Sinks sinks) throws IOException {
      return KIEKER_BYTEBUDDY.counts(folder, sinks);
    }
  },
  /**
   * OpenTelemetry's agent as it is started by default, but for metrics and logs: in the empty
   * program one method is a span; it has no pattern for all methods, so H2's statements are.
   */
  OPENTELEMETRY(
      "opentelemetry",
      (program, folder, sinks) ->
          List.of(
              "-javaagent:" + Libraries.peer("opentelemetry"),
              "-Dotel.instrumentation.methods.include="
                  + program.main().getName()
                  + "[monitoredMethod]",
              "-Dotel.metrics.exporter=none",
              "-Dotel.logs.exporter=none",
              "-Dotel.traces.exporter=otlp",
              "-Dotel.exporter.otlp.protocol=http/protobuf",
              "-Dotel.exporter.otlp.endpoint=" + sinks.otlp().address())) {
    @Override
    Counts counts(Path folder, Sinks sinks) throws IOException {
      return new Counts(0, sinks.newSpans());
    }
  };

  private final String label;
  private final Options options;

  StartedAgent(String label, Options options) {
    this.label = label;
    this.options = options;
  }

  /** Makes the options of the JVM. */
  @FunctionalInterface
  private interface Options {
    List<String> of(StartedProgram program, Path folder, Sinks sinks) throws IOException;
  }

  /**
   * What an agent did in a program.
   *
   * @param methods that it instrumented, or 0 if it does not say
   * @param executions that arrived where they were sent, or 0 if they are not counted
   */
  record Counts(long methods, long executions) {
    static final Counts NOTHING = new Counts(0, 0);
  }

  /** Why it cannot be measured in a program, or null. */
  String obstacle(StartedProgram program) {
    return null;
  }

  /** Options of the JVM. */
  List<String> options(StartedProgram program, Path folder, Sinks sinks) throws IOException {
    return options.of(program, folder, sinks);
  }

  /** Environment variables of the JVM. */
  Map<String, String> environment(StartedProgram program) {
    return Map.of();
  }

  /** What it did, after the program has ended. */
  Counts counts(Path folder, Sinks sinks) throws IOException {
    Properties report = new Properties();
    try (Reader reader = Files.newBufferedReader(folder.resolve("report"))) {
      report.load(reader);
    }
    return new Counts(
        Long.parseLong(report.getProperty("instrumented.methods")),
        Long.parseLong(report.getProperty("acknowledged")));
  }

  private static List<String> ours(Path agent, StartedProgram program, Path folder, String sink) {
    return List.of(
        "-javaagent:"
            + agent
            + "="
            + String.join(
                ";", sink, "include=" + program.include(), "report=" + folder.resolve("report")));
  }

  private static List<String> kieker(String agent, Path folder, List<String> more)
      throws IOException {
    String file = "kieker.monitoring.writer.filesystem.";
    List<String> options =
        new ArrayList<>(
            List.of(
                "-javaagent:" + Libraries.peer(agent),
                "-Dkieker.monitoring.metadata=false",
                "-Dkieker.monitoring.writer=" + file + "FileWriter",
                "-D" + file + "FileWriter.customStoragePath=" + folder));
    options.addAll(more);
    return options;
  }

  /** Kieker's log has a line for each record. */
  private static long lines(Path folder) throws IOException {
    List<Path> logs;
    try (Stream<Path> files = Files.walk(folder)) {
      logs = files.filter(file -> file.toString().endsWith(".dat")).toList();
    }
    long lines = 0;
    for (Path log : logs) {
      try (Stream<String> all = Files.lines(log)) {
        lines += all.count();
      }
    }
    return lines;
  }

  private static Path aspects(StartedProgram program, Path folder) throws IOException {
    String within = program == StartedProgram.H2 ? "org.h2..*" : program.main().getName();
    return Libraries.kiekerAspects(folder, within);
  }

  /** The words for people. */
  @Override
  public String toString() {
    return label;
  }
}
