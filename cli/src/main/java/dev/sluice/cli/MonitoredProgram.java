package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that runs on our terminal with the agent in it, and its closing line. What the agent
 * warns of it says itself.
 */
record MonitoredProgram(Process process, Path report, String sink, Terminal terminal) {
  private static final String NO_REPORT = "the program left no report of its monitoring";
  private static final long CLOSE_SECONDS = 15;

  /**
   * Starts it.
   *
   * @param report where the agent writes its report; deleted in the end
   * @param sink where records go, for the closing line
   */
  static MonitoredProgram start(List<String> line, Path report, String sink, Terminal terminal)
      throws IOException {
    try {
      Process process = new ProcessBuilder(line).inheritIO().start();
      return new MonitoredProgram(process, report, sink, terminal);
    } catch (IOException e) {
      Files.deleteIfExists(report);
      throw new ToolException("cannot start " + line.get(0) + ": " + e.getMessage(), e);
    }
  }

  /**
   * Waits for its end; the result is its exit code. Ctrl-C reaches the program too, which then
   * closes its monitoring, so we must not end before it.
   */
  int join() throws InterruptedException {
    Thread hook = new Thread(this::interrupted, "sluice-run-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    int exitCode = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
      conclude();
    } catch (IllegalStateException e) {
      // The JVM is ending, and the hook says the closing line.
    }
    return exitCode;
  }

  private void interrupted() {
    process.destroy();
    try {
      if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
    conclude();
  }

  private void conclude() {
    try {
      AgentReport figures = AgentReport.read(report);
      terminal.tell(figures == null ? NO_REPORT : figures.line() + " to " + sink);
      Files.deleteIfExists(report);
    } catch (IOException e) {
      terminal.tell("cannot read the report of the monitoring: " + e.getMessage());
    }
  }
}
