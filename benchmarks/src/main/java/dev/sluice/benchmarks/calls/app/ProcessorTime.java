package dev.sluice.benchmarks.calls.app;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time of a process between two moments. Linux tells that of each thread to the
 * nanosecond, brought up to date when the thread stops running or the kernel's timer ticks (each 1
 * to 10 ms): exact for threads that rest. Elsewhere, and when a thread has ended meanwhile, it is
 * the time of the process, which the system tells in steps of 10 ms.
 */
public final class ProcessorTime {
  private final long ofProcess;
  private final Map<String, Long> ofThreads;

  private ProcessorTime(ProcessHandle process) {
    ofProcess = process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    ofThreads = ofThreads(Path.of("/proc", Long.toString(process.pid()), "task"));
  }

  /** Of this JVM at this moment. */
  static ProcessorTime now() {
    return new ProcessorTime(ProcessHandle.current());
  }

  /** Of a process that lives, at this moment: reading it takes none of its time. */
  public static ProcessorTime of(long pid) {
    return new ProcessorTime(ProcessHandle.of(pid).orElseThrow());
  }

  /** Nanoseconds of all threads since that moment. */
  public long since(ProcessorTime before) {
    if (ofThreads.isEmpty() || !ofThreads.keySet().containsAll(before.ofThreads.keySet())) {
      return ofProcess - before.ofProcess;
    }
    return sum(ofThreads) - sum(before.ofThreads);
  }

  private static long sum(Map<String, Long> times) {
    return times.values().stream().mapToLong(Long::longValue).sum();
  }

  /** By the number of the thread; empty if the system does not tell. */
  private static Map<String, Long> ofThreads(Path all) {
    Map<String, Long> times = new HashMap<>();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(all)) {
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
