package dev.sluice.agent.instrument;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Output of lines to the process's standard error, without {@link System#err}, which the
 * application may have replaced. A thread of its own writes them, so that other threads do not wait
 * if the lines are not read. Any thread.
 */
final class StandardError {
  private static final int MAX_CHARS = 1_000;

  /** Maximum number of lines that wait; more are dropped, because then no process reads them. */
  private static final int MAX_LINES = 100;

  private static final long LAST_MILLIS = 500;

  private final ThreadPoolExecutor writer =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MAX_LINES),
          work -> OwnThreads.create("sluice-lines", work),
          new ThreadPoolExecutor.DiscardPolicy());

  StandardError() {
    writer.allowCoreThreadTimeOut(true);
  }

  /** Writes a line. Characters that control a terminal, line ends included, become spaces. */
  void print(String text) {
    String line = text.strip().replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]+", " ");
    String shown = line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "…";
    byte[] bytes = ("sluice: " + shown + "\n").getBytes(StandardCharsets.UTF_8);
    writer.execute(() -> write(bytes));
  }

  private static void write(byte[] line) {
    try {
      // One write, so that lines of others do not come between. Never closed: it is the process's.
      new FileOutputStream(FileDescriptor.err).write(line);
    } catch (IOException e) {
      // It was closed; there is nobody to tell.
    }
  }

  /** Stops the output; waits a short time until earlier lines are written. */
  void close() {
    writer.shutdown();
    try {
      writer.awaitTermination(LAST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
