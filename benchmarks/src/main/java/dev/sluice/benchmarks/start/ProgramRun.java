package dev.sluice.benchmarks.start;

import dev.sluice.cli.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One run of a program, from before its JVM is started until it has ended.
 *
 * @param millis on the wall
 * @param cpuMillis of all its threads, in steps of the kernel's clock of 10 ms; NaN where there is
 *     no {@code /proc}
 */
record ProgramRun(double millis, double cpuMillis) {
  private static final Path STAT = Path.of("/proc/self/stat");

  /** Place of the processor time of ended children behind the name, proc(5): cutime, cstime. */
  private static final int CHILDREN_USER = 13;

  private static final int CHILDREN_SYSTEM = 14;

  /** USER_HZ of Linux on all its usual machines. */
  private static final double MILLIS_A_TICK = 10;

  /**
   * Runs it. No other child of this JVM may end meanwhile.
   *
   * @param options of the JVM, without the class path
   */
  static ProgramRun of(
      StartedProgram program, List<String> options, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-cp", program.classPath(), program.main().getName()));
    double cpu = childrenMillis();
    long start = System.nanoTime();
    try (ChildJvm child =
        ChildJvm.start("the program " + program, arguments, environment, line -> {})) {
      child.join();
    }
    double millis = (System.nanoTime() - start) / 1e6;
    return new ProgramRun(millis, childrenMillis() - cpu);
  }

  private static double childrenMillis() throws IOException {
    if (!Files.exists(STAT)) {
      return Double.NaN;
    }
    String stat = Files.readString(STAT, StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return MILLIS_A_TICK
        * (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM]));
  }
}
