package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts the agent into a JVM that is running, and takes it out. */
@Command(
    name = "attach",
    description = {
      "Monitor a Java program that is running, without a restart.",
      "",
      "  sluice attach --list",
      "  sluice attach 4711 --sink file:records --include 'com.example.**'",
      "  sluice attach 4711 --stop"
    },
    customSynopsis = {
      "sluice attach PID --sink URI [--preset NAME] [--include PATTERN]… [OPTIONS]",
      "       sluice attach PID --stop",
      "       sluice attach --list"
    },
    footer = {
      "",
      "The program keeps running. --stop removes the probes and prints how",
      "many records were emitted, delivered and dropped. Attach as the user",
      "that runs the program.",
      "",
      "Relative paths in --sink and --option start at the directory of this command,",
      "and those in a --config file at the directory of the program. From JDK 21, the",
      "program prints a warning that an agent was loaded; to avoid it, start the",
      "program with -XX:+EnableDynamicAgentLoading."
    })
final class AttachCommand extends TerminalCommand {
  @Parameters(arity = "0..1", paramLabel = "PID", description = "Id of the process to monitor.")
  private String pid;

  @Mixin private SinkParameter sink = new SinkParameter();

  @Mixin private AgentSettings settings = new AgentSettings();

  @Option(names = "--stop", description = "Stop monitoring the process.")
  private boolean stop;

  @Option(names = "--list", description = "List the running Java programs.")
  private boolean list;

  @Override
  public Integer call() throws IOException {
    checkUsage();
    if (list) {
      RunningJvm.list().print(terminal.printer(), "");
    } else if (stop) {
      AgentReport figures = AgentReport.of(RunningJvm.of(pid).order("stop"));
      terminal.tell("stopped monitoring process " + pid + "; " + figures.line());
      printWarnings(figures);
    } else {
      attach();
    }
    return ExitCode.OK;
  }

  private void checkUsage() {
    List<String> wishes = new ArrayList<>();
    if (sink.uri() != null) {
      wishes.add("--sink");
    }
    if (stop) {
      wishes.add("--stop");
    }
    if (list) {
      wishes.add("--list");
    }
    if (wishes.size() > 1) {
      throw new ToolException(String.join(" and ", wishes) + " cannot be used together");
    }
    if (!list && pid == null) {
      throw new ToolException("no process id; 'sluice attach --list' lists running programs");
    }
    if (wishes.isEmpty()) {
      throw new ToolException("no sink for process " + pid + "; give --sink URI, or --stop");
    }
  }

  private void attach() throws IOException {
    sink.endpoint();
    Properties answer = RunningJvm.of(pid).order(settings.of(sink.uri()).absolute());
    long failed = number(answer, "failed.classes");
    String others =
        failed == 0
            ? ""
            : ", %s could not be instrumented, the first is %s"
                .formatted(classes(failed), answer.getProperty("failed.first"));
    terminal.tell(
        "monitoring process %s (%s): %s in %s so far%s; 'sluice attach %s --stop' stops it"
            .formatted(
                pid,
                answer.getProperty("name"),
                Figures.count(number(answer, "instrumented.methods"), "method"),
                classes(number(answer, "instrumented.classes")),
                others,
                pid));
    printWarnings(AgentReport.of(answer));
  }

  private void printWarnings(AgentReport answer) {
    answer.warningLines().forEach(terminal::tell);
  }

  private static String classes(long count) {
    return Figures.count(count) + (count == 1 ? " class" : " classes");
  }

  private static long number(Properties answer, String key) {
    return Long.parseLong(answer.getProperty(key, "0"));
  }
}
