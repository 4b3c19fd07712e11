package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import dev.sluice.tools.doctor.Diagnosis;
import dev.sluice.tools.doctor.Doctor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts a Java program with the agent put in. */
@Command(
    name = "run",
    description = {
      "Run a Java program with the agent put in.",
      "",
      "  sluice run --sink file:records --include 'com.example.**' -- java -jar app.jar",
      "  sluice run --sink file:records --include 'new com.example.**' --probe duration,aggregate -- java Shop",
      "  sluice run --sink kafka://broker:9092/records --include 'org.shop.**' -- java Shop"
    },
    customSynopsis =
        "sluice run --sink URI [--include PATTERN]… [--probe KIND]… [OPTIONS] -- java ARGUMENTS",
    footer = {
      "",
      "Everything behind -- is the command, as you would type it without Sluice.",
      "It uses this terminal; 'sluice run' returns its exit code."
    })
final class RunCommand extends TerminalCommand {
  private static final Set<String> JAVA = Set.of("java", "java.exe", "javaw", "javaw.exe");

  @Mixin private SinkParameter sink = new SinkParameter();

  @Mixin private AgentSettings settings = new AgentSettings();

  @Option(
      names = "--doctor",
      description = {
        "Check the sink first, as 'sluice doctor' does; the program is not started",
        "where something fails."
      })
  private boolean doctor;

  @Parameters(arity = "1..*", paramLabel = "COMMAND", hidden = true)
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String target = target();
    AgentArguments agent = settings.of(sink.uri());
    checkIsJava();
    if (doctor) {
      examine(agent);
    }
    Path report = Files.createTempFile("sluice-run-", ".report");
    Path options = Files.createTempFile("sluice-run-", ".options");
    try {
      String text = agent.with(List.of("report.copy=" + report)).handOver(options);
      List<String> line = new ArrayList<>(command);
      line.add(1, "-javaagent:" + Home.agentJar() + "=" + text);
      return MonitoredProgram.start(line, report, target, terminal).join();
    } finally {
      // Not before the end: the program may start itself again with the same arguments.
      Files.deleteIfExists(options);
    }
  }

  private void examine(AgentArguments agent) {
    Diagnosis diagnosis = Doctor.ofSink(settings.sink(sink.uri(), agent), command);
    diagnosis.print(terminal.err());
    if (!diagnosis.isHealthy()) {
      throw new ToolException("the program was not started, because its records would not arrive");
    }
  }

  /** The sink, human-readable. */
  private String target() {
    if (sink.uri() == null && !settings.hasFile()) {
      throw new ToolException("no sink; give --sink URI, or --config FILE with sluice.sink in it");
    }
    if (sink.uri() == null) {
      return "the configured sink";
    }
    return sink.endpoint().toString();
  }

  private void checkIsJava() {
    String program = command.get(0);
    if (!JAVA.contains(Path.of(program).getFileName().toString())) {
      throw new ToolException(
          """
          '%s' is not java, and the agent goes behind the word java; for a script that starts \
          java, set JAVA_TOOL_OPTIONS='-javaagent:%s=sink=…;include=…' instead"""
              .formatted(program, Home.agentJar()));
    }
  }
}
