package dev.sluice.benchmarks;

import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ChildJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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
public final class WorkerJvm implements AutoCloseable {
  /** How an answer begins; other lines are ignored. */
  public static final String ANSWER = "= ";

  private static final long PATIENCE_SECONDS = 120;

  private final ChildJvm child;
  private final BlockingQueue<String> answers;

  private WorkerJvm(ChildJvm child, BlockingQueue<String> answers) {
    this.child = child;
    this.answers = answers;
  }

  /**
   * Starts it.
   *
   * @param name what it is, for a failure: {@code the benchmark of …}
   * @param arguments everything behind {@code java}
   * @param environment variables beside those of this JVM
   */
  public static WorkerJvm start(
      String name, List<String> arguments, Map<String, String> environment) throws IOException {
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    return new WorkerJvm(ChildJvm.start(name, arguments, environment, answers::add), answers);
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
   * @throws ChildFailure if it ended, or there is none within two minutes
   */
  public long[] order(String order) throws InterruptedException {
    child.send(order);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() - end < 0) {
      String line = answers.poll(100, TimeUnit.MILLISECONDS);
      if (line != null && line.startsWith(ANSWER)) {
        String[] numbers = line.substring(ANSWER.length()).split(" ");
        return Arrays.stream(numbers).mapToLong(Long::parseLong).toArray();
      }
      if (line == null && !child.isAlive()) {
        throw failure("ended while it was needed");
      }
    }
    throw failure("gave no answer within " + PATIENCE_SECONDS + " s");
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
