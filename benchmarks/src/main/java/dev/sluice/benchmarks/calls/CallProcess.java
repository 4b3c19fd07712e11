package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.WorkerJvm;
import dev.sluice.benchmarks.calls.app.CallWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The monitored program of one subject in its own JVM. For one thread. */
final class CallProcess implements AutoCloseable {
  /** The same for all, with the JVM's own choice of a garbage collector. */
  static final List<String> HEAP = List.of("-Xms512m", "-Xmx512m");

  /** How long an answer is waited for. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** What a busy machine takes to start a JVM with an agent, and what a slow one for a call. */
  private static final long START_MILLIS = 30_000;

  private static final long EXECUTIONS_A_MILLISECOND = 100;

  /** Calls of an order at most: an answer is waited for two minutes. */
  private static final int MOST = 1_000_000;

  private final Subject subject;
  private final CallTarget target;
  private final Path folder;
  private final WorkerJvm worker;
  private long executions;

  /**
   * A turn's figures, see {@link CallWorker}.
   *
   * @param calls outermost calls of all threads together that count
   * @param allCalls those and the uncounted ones before them, of which {@code cpuNanos} are
   */
  record Turn(
      long calls,
      long allCalls,
      long nanos,
      long allocated,
      long sum,
      long cpuNanos,
      long upTimeNanos) {}

  private CallProcess(Subject subject, CallTarget target, Path folder, WorkerJvm worker) {
    this.subject = subject;
    this.target = target;
    this.folder = folder;
    this.worker = worker;
  }

  static CallProcess start(Subject subject, Path folder) throws IOException {
    Files.createDirectories(folder);
    return start(subject, subject.target(folder), folder, PATIENCE);
  }

  /** With a target that is closed with the process, or when it cannot be started. */
  static CallProcess start(Subject subject, CallTarget target, Path folder, Duration patience)
      throws IOException {
    try {
      List<String> arguments = new ArrayList<>(options());
      // A calling thread that dies would otherwise leave the order without an answer.
      arguments.add("-XX:+ExitOnOutOfMemoryError");
      arguments.add(JvmLog.option(folder));
      arguments.addAll(target.options());
      arguments.add(CallWorker.class.getName());
      arguments.add(target.application());
      arguments.add(Integer.toString(subject.load().work()));
      arguments.add(Integer.toString(subject.load().depth()));
      arguments.add(Integer.toString(subject.load().threads()));
      arguments.add(subject.load().virtual() ? "virtual" : "platform");
      arguments.add(Integer.toString(target.others()));
      arguments.add(folder.resolve("times").toString());
      return new CallProcess(
          subject,
          target,
          folder,
          WorkerJvm.start(
              "the benchmark of " + subject, arguments, target.environment(), patience));
    } catch (IOException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  /** Options of all JVMs: what newer ones need to be quiet, and the heap. */
  static List<String> options() {
    List<String> options = new ArrayList<>(HEAP);
    WorkerJvm.ownOptions().stream()
        .filter(option -> !option.startsWith("-X"))
        .forEach(options::add);
    return options;
  }

  Subject subject() {
    return subject;
  }

  /** Calls so often on each thread; none of them counts. */
  void warmUp(int calls) throws InterruptedException {
    for (int left = calls; left > 0; left -= MOST) {
      call(Math.min(MOST, left), 0);
    }
  }

  /** Calls so often on each thread, of which the first {@code lead} do not count. */
  Turn call(int lead, int calls) throws InterruptedException {
    int threads = subject.load().threads();
    long all = (long) (lead + calls) * threads * subject.load().depth();
    Duration most = Duration.ofMillis(START_MILLIS + all / EXECUTIONS_A_MILLISECOND);
    long[] answer = worker.order("call " + lead + " " + calls, most);
    executions = answer[3];
    return new Turn(
        (long) calls * threads,
        (long) (lead + calls) * threads,
        answer[0],
        answer[1],
        answer[2],
        answer[4],
        answer[5]);
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
    return subject.records() ? executions : 0;
  }

  /** Executions that arrived; after {@link #end}. */
  long delivered() throws IOException {
    try {
      return subject.records() ? target.receiver().executions() : 0;
    } catch (IOException e) {
      throw new IOException("what arrived from " + subject + " cannot be counted: " + e, e);
    }
  }

  /** The response times of all calls that counted. */
  ResponseTimes times() {
    return new ResponseTimes(folder.resolve("times"));
  }

  /** What the JVM did beside. */
  JvmLog log() {
    return new JvmLog(folder);
  }
}
