package dev.sluice.cli;

import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.doctor.Diagnosis;
import dev.sluice.tools.doctor.Doctor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a Java program with the agent put in. */
@Command(
    name = "run",
    description = {
      "Run a Java program with the agent.",
      "",
      "  sluice run --preset http,jdbc --watch -- java -jar app.jar",
      "  sluice run --sink file:records --include 'com.example.**' -- java -jar app.jar",
      "  sluice run --sink file:records --include 'new com.example.**' --probe duration,aggregate -- java Shop",
      "  sluice run --sink kafka://broker:9092/records --include 'org.shop.**' -- java Shop"
    },
    customSynopsis = {
      "sluice run --watch [--preset NAME] [OPTIONS] -- java ARGUMENTS",
      "       sluice run --sink URI [--include PATTERN]… [OPTIONS] -- java ARGUMENTS"
    },
    footer = {
      "",
      "The words after -- are the command as you would run it without Sluice. The",
      "program uses this terminal, and 'sluice run' returns its exit code. Without",
      "--include, --preset and --rule, 'sluice run' uses the presets for the libraries",
      "of the program. If there are none, it records all methods outside the JDK."
    })
final class RunCommand extends TerminalCommand {
  private static final Set<String> JAVA = Set.of("java", "java.exe", "javaw", "javaw.exe");

  @Mixin private SinkParameter sink = new SinkParameter();

  @Mixin private AgentSettings settings = new AgentSettings();

  @Option(
      names = "--doctor",
      description = {
        "Check the sink first, as 'sluice doctor' does. If a check fails, the",
        "program is not started."
      })
  private boolean doctor;

  @Option(
      names = "--watch",
      description = {
        "Show a live page while the program runs, and write a report when it",
        "ends. The sink must be file:DIRECTORY (default: a new directory)."
      })
  private boolean watch;

  @Parameters(arity = "1..*", paramLabel = "COMMAND", hidden = true)
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String uri = sink.uri() == null && watch ? LiveRecording.newSink() : sink.uri();
    String target = target(uri);
    AgentArguments agent = settings.of(uri);
    checkIsJava();
    choosePresets(agent);
    if (doctor) {
      examine(uri, agent);
    }
    Path report = Files.createTempFile("sluice-run-", ".report");
    Path options = Files.createTempFile("sluice-run-", ".options");
    try {
      String text = agent.with(List.of("report.copy=" + report)).handOver(options);
      List<String> line = new ArrayList<>(command);
      line.add(1, "-javaagent:" + Home.agentJar() + "=" + text);
      try (LiveRecording live = watch ? LiveRecording.of(uri, terminal) : null) {
        return MonitoredProgram.start(line, report, target, terminal, live).join();
      }
    } finally {
      // Not before the end: the program may start itself again with the same arguments.
      Files.deleteIfExists(options);
    }
  }

  private void examine(String uri, AgentArguments agent) {
    Diagnosis diagnosis = Doctor.ofSink(settings.sink(uri, agent), command);
    diagnosis.print(terminal.err());
    if (!diagnosis.isHealthy()) {
      throw new ToolException("the program was not started, because a check of the sink failed");
    }
  }

  /** Chooses presets by the program's libraries, if nothing says what is recorded. */
  private void choosePresets(AgentArguments agent) {
    boolean isTold =
        command.stream().anyMatch(word -> word.matches("-Dsluice\\.(include|preset|rule\\.).*"));
    if (!isTold && settings.leavesChoice(agent)) {
      Map<String, String> found = Libraries.presets(command, System.getenv("CLASSPATH"));
      if (!found.isEmpty()) {
        String presets = String.join(",", found.keySet());
        agent.with(List.of(InstrumentationKeys.PRESET.name() + "=" + presets));
        terminal.tell(
            "recording with --preset %s, whose libraries are in %s; --preset or --include"
                    .formatted(presets, String.join(", ", new TreeSet<>(found.values())))
                + " records something else");
      }
    }
  }

  /** Returns the sink, human-readable. */
  private String target(String uri) {
    if (uri == null && !settings.hasFile()) {
      throw new ToolException(
          "no sink; give --sink URI, or --config FILE with sluice.sink in it, or --watch");
    }
    return uri == null ? "the configured sink" : SinkParameter.endpoint(uri).toString();
  }

  private void checkIsJava() {
    String program = command.get(0);
    if (!JAVA.contains(Path.of(program).getFileName().toString())) {
      throw new ToolException(
          """
          '%s' is not java, and the agent goes after the word java; for a script that starts \
          java, set JAVA_TOOL_OPTIONS='-javaagent:%s=sink=…;include=…' instead"""
              .formatted(program, Home.agentJar()));
    }
  }
}
