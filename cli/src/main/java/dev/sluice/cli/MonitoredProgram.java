package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program that runs on our terminal with the agent in it, and its closing line. What the agent
 * warns of it says itself.
 */
record MonitoredProgram(
    Process process,
    Path report,
    String sink,
    Terminal terminal,
    StopSignal stop,
    LiveRecording live) {
  private static final String NO_REPORT = "the agent left no report";
  private static final long CLOSE_SECONDS = 15;
  private static final int READ_SECONDS = 2;

  /**
   * Starts it.
   *
   * @param report where the agent writes its report; deleted in the end
   * @param sink where records go, for the closing line
   * @param live a page that shows the program, and its report in the end; or null
   */
  static MonitoredProgram start(
      List<String> line, Path report, String sink, Terminal terminal, LiveRecording live)
      throws IOException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    StopSignal stop =
        new StopSignal(
            () -> started.thenAccept(MonitoredProgram::end),
            READ_SECONDS,
            live == null ? () -> {} : live::report);
    try {
      Process process = new ProcessBuilder(line).inheritIO().start();
      started.complete(process);
      return new MonitoredProgram(process, report, sink, terminal, stop, live);
    } catch (IOException e) {
      stop.close();
      Files.deleteIfExists(report);
      throw new ToolException("cannot start " + line.get(0) + ": " + e.getMessage(), e);
    }
  }

  /**
   * Waits for its end; the result is its exit code. Ctrl-C reaches the program too, which then
   * closes its monitoring, so we must not end before it.
   */
  int join() throws InterruptedException {
    try {
      int exitCode = process.waitFor();
      conclude();
      if (live != null && !stop.isStopped()) { // then the signal's thread does it
        live.report();
      }
      return exitCode;
    } finally {
      stop.close();
    }
  }

  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  private void conclude() {
    try {
      AgentReport figures = AgentReport.read(report);
      terminal.conclude(figures == null ? NO_REPORT : figures.line() + " to " + sink);
      Files.deleteIfExists(report);
    } catch (IOException e) {
      terminal.tell("cannot read the report of the agent:  " + e.getMessage());
    }
  }
}
