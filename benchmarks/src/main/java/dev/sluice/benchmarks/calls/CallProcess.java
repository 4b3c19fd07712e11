package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.benchmarks.calls.app.CallWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The monitored program of one cell in its own JVM. For one thread. */
final class CallProcess implements AutoCloseable {
  /** The same for all, with the JVM's own choice of a garbage collector. */
  static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

  private final Cell cell;
  private final CallTarget target;
  private final Path folder;
  private final WorkerJvm worker;
  private long executions;

  /** A turn's figures, see {@link CallWorker}. */
  record Turn(long nanos, long allocated, long sum) {}

  private CallProcess(Cell cell, CallTarget target, Path folder, WorkerJvm worker) {
    this.cell = cell;
    this.target = target;
    this.folder = folder;
    this.worker = worker;
  }

  static CallProcess start(Cell cell, Path folder) throws IOException {
    Files.createDirectories(folder);
    CallTarget target = cell.peer().target(cell.stage(), folder);
    List<String> arguments = new ArrayList<>(options());
    arguments.addAll(target.options());
    arguments.add(CallWorker.class.getName());
    arguments.add(target.application());
    arguments.add(Integer.toString(cell.depth()));
    arguments.add(Integer.toString(cell.threads()));
    arguments.add(Integer.toString(target.others()));
    arguments.add(folder.resolve("times").toString());
    return new CallProcess(
        cell,
        target,
        folder,
        WorkerJvm.start("the benchmark of " + cell, arguments, target.environment()));
  }

  /** Options of all JVMs: what newer ones need to be quiet, and the heap. */
  static List<String> options() {
    List<String> options = new ArrayList<>(HEAP);
    WorkerJvm.ownOptions().stream()
        .filter(option -> !option.startsWith("-X"))
        .forEach(options::add);
    return options;
  }

  Cell cell() {
    return cell;
  }

  /** Calls so often on each thread, of which the first {@code lead} do not count. */
  Turn call(int lead, int calls) throws InterruptedException {
    long[] answer = worker.order("call " + lead + " " + calls);
    executions = answer[3];
    return new Turn(answer[0], answer[1], answer[2]);
  }

  /** Ends the program, so that everything has arrived when this returns. */
  void end() throws IOException {
    target.receiver().await(emitted());
    worker.close();
  }

  /** Ends the program and what took its records. */
  @Override
  public void close() {
    worker.close();
    target.close();
  }

  /** Executions that were to be recorded. */
  long emitted() {
    return cell.stage().records() ? executions : 0;
  }

  /** Executions that arrived; after {@link #end}. */
  long delivered() throws IOException {
    try {
      return cell.stage().records() ? target.receiver().executions() : 0;
    } catch (IOException e) {
      throw new IOException("what arrived from " + cell + " cannot be counted: " + e, e);
    }
  }

  /** The file with all response times. */
  Path times() {
    return folder.resolve("times");
  }
}
