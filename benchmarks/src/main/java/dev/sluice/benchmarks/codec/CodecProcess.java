package dev.sluice.benchmarks.codec;

import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ChildJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@link CodecWorker} in its own JVM, seen from the one that gives the orders. */
final class CodecProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  /** The same for all; enough that what a codec allocates is collected seldom. */
  private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g", "-Xmn512m");

  private final Subject subject;
  private final ChildJvm child;
  private final BlockingQueue<String> answers;

  private CodecProcess(Subject subject, ChildJvm child, BlockingQueue<String> answers) {
    this.subject = subject;
    this.child = child;
    this.answers = answers;
  }

  static CodecProcess start(Subject subject, RecordSet set, Path data) throws IOException {
    List<String> arguments = new ArrayList<>(options());
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.add(CodecWorker.class.getName());
    arguments.addAll(List.of(set.name(), data.toString()));
    arguments.addAll(List.of(subject.serializer(), subject.compression()));
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    ChildJvm child =
        ChildJvm.start("the benchmark of " + subject + " with " + set, arguments, answers::add);
    return new CodecProcess(subject, child, answers);
  }

  /** The options of this JVM (its collector, what LZ4 needs on newer ones) and the heap. */
  static List<String> options() {
    return Stream.concat(
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-D")),
            HEAP.stream())
        .toList();
  }

  Subject subject() {
    return subject;
  }

  /** The numbers of the answer to an order. */
  long[] order(String order, int number) throws InterruptedException {
    child.send(order + " " + number);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() - end < 0) {
      String line = answers.poll(100, TimeUnit.MILLISECONDS);
      if (line != null && line.startsWith(CodecWorker.ANSWER)) {
        String[] numbers = line.substring(CodecWorker.ANSWER.length()).split(" ");
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

  @Override
  public void close() {
    child.close();
  }
}
