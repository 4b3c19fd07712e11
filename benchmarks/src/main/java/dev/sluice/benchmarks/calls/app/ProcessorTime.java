package dev.sluice.benchmarks.calls.app;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time of this JVM between two moments. Linux tells that of each thread to the
 * nanosecond, brought up to date when the thread stops running or the kernel's timer ticks (each 1
 * to 10 ms): exact for threads that rest. Elsewhere, and when a thread has ended meanwhile, it is
 * the time of the process, which the JVM tells in steps of 10 ms.
 */
final class ProcessorTime {
  private static final Path TASKS = Path.of("/proc/self/task");
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final long ofProcess = SYSTEM.getProcessCpuTime();
  private final Map<String, Long> ofThreads = ofThreads();

  private ProcessorTime() {}

  /** At this moment. */
  static ProcessorTime now() {
    return new ProcessorTime();
  }

  /** Nanoseconds of all threads of the JVM since that moment. */
  long since(ProcessorTime before) {
    if (ofThreads.isEmpty() || !ofThreads.keySet().containsAll(before.ofThreads.keySet())) {
      return ofProcess - before.ofProcess;
    }
    return sum(ofThreads) - sum(before.ofThreads);
  }

  private static long sum(Map<String, Long> times) {
    return times.values().stream().mapToLong(Long::longValue).sum();
  }

  /** By the number of the thread; empty if the system does not tell. */
  private static Map<String, Long> ofThreads() {
    Map<String, Long> times = new HashMap<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
      for (Path task : tasks) {
        Long nanos = ofThread(task);
        if (nanos != null) {
          times.put(task.getFileName().toString(), nanos);
        }
      }
      return times;
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return Map.of();
    }
  }

  /** The first of three numbers; null if the thread has ended since it was listed. */
  private static Long ofThread(Path task) {
    try {
      String line = Files.readString(task.resolve("schedstat"));
      return Long.valueOf(line.substring(0, line.indexOf(' ')));
    } catch (IOException e) {
      return null;
    }
  }
}
