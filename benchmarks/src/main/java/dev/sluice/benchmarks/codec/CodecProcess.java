package dev.sluice.benchmarks.codec;

import dev.sluice.benchmarks.WorkerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A {@link CodecWorker} in its own JVM, seen from the one that gives the orders. */
record CodecProcess(Subject subject, WorkerJvm worker) implements AutoCloseable {
  /** The same for all; enough that what a codec allocates is collected seldom. */
  private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g", "-Xmn512m");

  static CodecProcess start(Subject subject, RecordSet set, Path data) throws IOException {
    List<String> arguments = new ArrayList<>(options());
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.add(CodecWorker.class.getName());
    arguments.addAll(List.of(set.name(), data.toString()));
    arguments.addAll(List.of(subject.serializer(), subject.compression()));
    return new CodecProcess(
        subject,
        WorkerJvm.start("the benchmark of " + subject + " with " + set, arguments, Map.of()));
  }

  /** The options of this JVM (its collector, what LZ4 needs on newer ones) and the heap. */
  static List<String> options() {
    return Stream.concat(WorkerJvm.ownOptions().stream(), HEAP.stream()).toList();
  }

  /** The numbers of the answer to an order. */
  long[] order(String order, int number) throws InterruptedException {
    return worker.order(order + " " + number);
  }

  @Override
  public void close() {
    worker.close();
  }
}
