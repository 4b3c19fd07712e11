package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child JVM that ends with this one. Its standard input stays open until then, so that it detects
 * the end of this JVM. The last lines of its standard error are kept for the message of a failure.
 */
public final class ChildJvm implements AutoCloseable {
  private static final int LAST_LINES = 20;
  private static final long STOP_SECONDS = 8;

  /** Exit code of a JVM that Ctrl-C ended: 128 plus the number of the signal. */
  private static final int INTERRUPTED = 130;

  private final String name;
  private final Process process;
  private final List<Thread> pumps = new ArrayList<>();
  private final Deque<String> lastLines = new ArrayDeque<>();

  private ChildJvm(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param name what it is, for a failure: {@code the broker}
   * @param arguments everything behind {@code java}
   * @param lines gets each line of its standard output, on another thread
   */
  public static ChildJvm start(String name, List<String> arguments, Consumer<String> lines)
      throws IOException {
    return start(name, arguments, Map.of(), lines);
  }

  /**
   * Starts it with further environment variables.
   *
   * @param environment variables beside those of this JVM
   */
  public static ChildJvm start(
      String name, List<String> arguments, Map<String, String> environment, Consumer<String> lines)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    ChildJvm child = new ChildJvm(name, process);
    child.pump(process.getInputStream(), lines);
    child.pump(process.getErrorStream(), child::remember);
    return child;
  }

  private void pump(InputStream in, Consumer<String> lines) {
    Thread thread = new Thread(() -> read(in, lines), "sluice-child-output");
    thread.setDaemon(true);
    thread.start();
    pumps.add(thread);
  }

  private void read(InputStream in, Consumer<String> lines) {
    try (BufferedReader reader = new BufferedReader(new java.io.InputStreamReader(in))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.accept(line);
      }
    } catch (IOException e) {
      // It ended.
    }
  }

  private synchronized void remember(String line) {
    lastLines.add(line);
    if (lastLines.size() > LAST_LINES) {
      lastLines.remove();
    }
  }

  /**
   * Writes a line to its standard input.
   *
   * @throws ChildFailure if it does not read any more
   */
  public void send(String line) {
    try {
      OutputStream in = process.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw failure("ended unexpectedly");
    }
  }

  /** Returns whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Waits for its end and all its output.
   *
   * @throws ChildFailure if it ended with another exit code than 0
   */
  public void join() throws InterruptedException {
    int exitCode = process.waitFor();
    for (Thread pump : pumps) {
      pump.join();
    }
    if (exitCode != 0) {
      throw failure("ended with exit code " + exitCode);
    }
  }

  /** Returns a failure with its last lines. */
  public synchronized ChildFailure failure(String what) {
    boolean interrupt = !process.isAlive() && process.exitValue() == INTERRUPTED;
    if (interrupt) {
      Interruption.await(); // Ctrl-C may have reached the child first
    }
    return new ChildFailure(name + " " + what, List.copyOf(lastLines), interrupt);
  }

  /** Ends it: asks first, by the end of its input, then insists. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It is gone already.
    }
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
