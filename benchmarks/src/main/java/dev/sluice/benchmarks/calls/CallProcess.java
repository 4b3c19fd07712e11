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
  private final CallSetup setup;
  private final Path folder;
  private final WorkerJvm worker;
  private long executions;

  /** A turn's figures, see {@link CallWorker}. */
  record Turn(long nanos, long allocated, long sum) {}

  private CallProcess(Cell cell, CallSetup setup, Path folder, WorkerJvm worker) {
    this.cell = cell;
    this.setup = setup;
    this.folder = folder;
    this.worker = worker;
  }

  static CallProcess start(Cell cell, Path folder) throws IOException {
    Files.createDirectories(folder);
    CallSetup setup = cell.peer().setup(cell.stage());
    List<String> arguments = new ArrayList<>(options());
    arguments.addAll(setup.options(folder));
    arguments.add(CallWorker.class.getName());
    arguments.add(setup.application());
    arguments.add(Integer.toString(cell.depth()));
    arguments.add(Integer.toString(cell.threads()));
    arguments.add(Integer.toString(setup.others()));
    arguments.add(folder.resolve("times").toString());
    return new CallProcess(
        cell,
        setup,
        folder,
        WorkerJvm.start("the benchmark of " + cell, arguments, setup.environment()));
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
  @Override
  public void close() {
    worker.close();
  }

  /** Executions that were to be recorded. */
  long emitted() {
    return cell.stage().records() ? executions : 0;
  }

  /** Executions that arrived; after {@link #close}. */
  long delivered() throws IOException {
    try {
      return cell.stage().records() ? setup.delivered(folder) : 0;
    } catch (IOException e) {
      throw new IOException("what arrived from " + cell + " cannot be counted: " + e, e);
    }
  }

  /** The file with all response times. */
  Path times() {
    return folder.resolve("times");
  }
}
