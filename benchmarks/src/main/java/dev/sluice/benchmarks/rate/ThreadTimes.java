package dev.sluice.benchmarks.rate;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Processor time of this process's threads by their names, those of the JVM itself too, which no
 * management bean tells. From Linux's {@code /proc}, in steps of 10 ms; empty elsewhere.
 *
 * @param seconds by name, of which Linux keeps 15 characters
 */
record ThreadTimes(Map<String, Double> seconds) {
  private static final Path TASKS = Path.of("/proc/self/task");

  /** Linux tells times in hundredths of a second to all programs, whatever it counts in itself. */
  private static final double TICKS_A_SECOND = 100;

  /** Fields behind the name: state, 10 others, user time, system time. */
  private static final int USER = 11;

  static ThreadTimes now() throws IOException {
    Map<String, Double> seconds = new LinkedHashMap<>();
    if (Files.isDirectory(TASKS)) {
      try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
        for (Path task : tasks) {
          add(task, seconds);
        }
      }
    }
    return new ThreadTimes(seconds);
  }

  private static void add(Path task, Map<String, Double> seconds) {
    try {
      // 4711 (C2 CompilerThre) S 1 …
      String stat = Files.readString(task.resolve("stat"));
      int close = stat.lastIndexOf(')');
      String[] fields = stat.substring(close + 2).split(" ");
      double ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 1]);
      seconds.merge(
          stat.substring(stat.indexOf('(') + 1, close), ticks / TICKS_A_SECOND, Double::sum);
    } catch (IOException e) {
      // It has ended since.
    }
  }

  /** Seconds since an earlier look, of the threads whose names begin in one of these ways. */
  double since(ThreadTimes before, String... names) {
    double sum = 0;
    for (Map.Entry<String, Double> thread : seconds.entrySet()) {
      for (String name : names) {
        if (thread.getKey().startsWith(name)) {
          sum += thread.getValue() - before.seconds.getOrDefault(thread.getKey(), 0.0);
        }
      }
    }
    return sum;
  }
}
