package dev.sluice.cli.demo;

import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ChildJvm;
import dev.sluice.cli.Home;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One run of the program in a child JVM. */
final class LoadRun {
  private static final String PROGRESS = "PROGRESS ";

  private ChildJvm child;
  private volatile long progress;
  private volatile LoadResult result;

  private LoadRun() {}

  /**
   * Starts the program.
   *
   * @param jvmArguments the agent, or nothing
   * @param seconds how long it runs
   */
  static LoadRun start(List<String> jvmArguments, double seconds, Cleanup cleanup)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-Xms256m", "-Xmx512m", "-XX:-UsePerfData"));
    arguments.addAll(jvmArguments);
    arguments.addAll(
        List.of(
            "-cp",
            Home.demoClassPath(),
            SqlLoad.class.getName(),
            String.format(Locale.ROOT, "%.1f", seconds),
            Long.toString(Program.STATEMENTS),
            Integer.toString(Program.THREADS)));
    LoadRun run = new LoadRun();
    run.child = cleanup.add(ChildJvm.start("the monitored program", arguments, run::line));
    return run;
  }

  private void line(String line) {
    if (line.startsWith(PROGRESS)) {
      progress = Long.parseLong(line.substring(PROGRESS.length()));
    } else if (result == null) {
      result = LoadResult.parse(line);
    }
  }

  boolean isAlive() {
    return child.isAlive();
  }

  /** Statements so far. */
  long progress() {
    return progress;
  }

  /**
   * Waits for the end.
   *
   * @throws ChildFailure if it failed
   */
  LoadResult result() throws InterruptedException {
    child.join();
    if (result == null) {
      throw child.failure("gave no result");
    }
    return result;
  }

  /** Returns a failure with what the program wrote last. */
  ChildFailure failure(String what) {
    return child.failure(what);
  }
}
