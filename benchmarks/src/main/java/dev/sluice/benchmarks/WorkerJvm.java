package dev.sluice.benchmarks;

import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ChildJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that measures, seen from the one that gives the orders: an order is a line, and its answer
 * a line of numbers behind {@value #ANSWER}. For one thread.
 */
public record WorkerJvm(ChildJvm child, BlockingQueue<String> answers, Duration patience)
    implements AutoCloseable {
  /** How an answer begins; other lines are ignored. */
  public static final String ANSWER = "= ";

  /** What the JVM prints when {@code -XX:+ExitOnOutOfMemoryError} ends it. */
  private static final String OUT_OF_MEMORY = "Terminating due to ";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Starts it, as the other; an answer is waited for two minutes. */
  public static WorkerJvm start(
      String name, List<String> arguments, Map<String, String> environment) throws IOException {
    return start(name, arguments, environment, PATIENCE);
  }

  /**
   * Starts it.
   *
   * @param name what it is, for a failure: {@code the benchmark of …}
   * @param arguments everything behind {@code java}
   * @param environment variables beside those of this JVM
   * @param patience how long an answer is waited for
   */
  public static WorkerJvm start(
      String name, List<String> arguments, Map<String, String> environment, Duration patience)
      throws IOException {
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    return new WorkerJvm(
        ChildJvm.start(name, arguments, environment, answers::add), answers, patience);
  }

  /** The options of this JVM, but for system properties. */
  public static List<String> ownOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> !option.startsWith("-D"))
        .toList();
  }

  /**
   * The numbers of the answer to an order.
   *
   * @throws ChildFailure if it ended, or there is none in time
   */
  public long[] order(String order) throws InterruptedException {
    return order(order, patience);
  }

  /** The same, of an order that is known to take less: it is waited for no longer than told. */
  public long[] order(String order, Duration most) throws InterruptedException {
    Duration limit = most.compareTo(patience) < 0 ? most : patience;
    child.send(order);
    long end = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() - end < 0) {
      String line = answers.poll(100, TimeUnit.MILLISECONDS);
      if (line != null && line.startsWith(ANSWER)) {
        String[] numbers = line.substring(ANSWER.length()).split(" ");
        return Arrays.stream(numbers).mapToLong(Long::parseLong).toArray();
      }
      if (line != null && line.startsWith(OUT_OF_MEMORY)) {
        throw child.failure("ended with " + line.substring(OUT_OF_MEMORY.length()));
      }
      if (line == null && !child.isAlive()) {
        throw failure("ended while it was needed");
      }
    }
    throw failure("gave no answer within " + limit.toSeconds() + " s");
  }

  /** Waits for its end first, so that its last lines are there. */
  private ChildFailure failure(String what) throws InterruptedException {
    if (!child.isAlive()) {
      child.join();
    }
    return child.failure(what);
  }

  /** Ends it; whatever it does at its end is done when this returns. */
  @Override
  public void close() {
    child.close();
  }
}
