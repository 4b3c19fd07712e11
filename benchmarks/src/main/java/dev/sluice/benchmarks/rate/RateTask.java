package dev.sluice.benchmarks.rate;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.benchmarks.calls.ReceiverJvm;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * The process that emits 100 000 operation executions a second to a broker in another JVM: some
 * hundred at a time, about every millisecond. Its processor time has the making of the records in
 * it.
 */
final class RateTask implements OwnJvm.Task {
  private static final double PER_SECOND = 100_000;
  private static final double WARM_UP_PER_SECOND = 10 * PER_SECOND;

  /** Records of chunks that are too few in a second to be compiled soon. */
  private static final int LARGE = 128;

  private static final long PAUSE_NANOS = 1_000_000;
  private static final double NANOS = 1e9;
  private static final double KIB = 1024;

  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private Cell cell;
  private Executions executions;
  private Subject subject;
  private Step.Recorder recorder;
  private double begin;
  private long emitted;

  /** Of them those before {@link #begin}. */
  private long before;

  /**
   * How long is measured.
   *
   * @param warmUp seconds before
   * @param turns values that are taken
   * @param turnSeconds of each
   */
  record Window(double warmUp, int turns, double turnSeconds) {
    double seconds() {
      return warmUp + turns * turnSeconds;
    }
  }

  /**
   * What the process is to do.
   *
   * @param broker host and port
   * @param folder where the broker keeps its data
   * @param data the folder with recorded logs, or null
   */
  record Order(RateCase of, Window window, String broker, String topic, Path folder, Path data) {
    List<String> words() {
      List<Object> words = new ArrayList<>(of.words());
      words.addAll(List.of(window.warmUp, window.turns, window.turnSeconds, broker, topic, folder));
      words.add(data == null ? "" : data);
      return words.stream().map(String::valueOf).toList();
    }

    static Order of(List<String> words) {
      return new Order(
          RateCase.of(words.subList(0, 4)),
          new Window(
              Double.parseDouble(words.get(4)),
              Integer.parseInt(words.get(5)),
              Double.parseDouble(words.get(6))),
          words.get(7),
          words.get(8),
          Path.of(words.get(9)),
          words.get(10).isEmpty() ? null : Path.of(words.get(10)));
    }
  }

  @Override
  public void run(List<String> arguments, Step.Recorder to) throws Exception {
    Order order = Order.of(arguments);
    recorder = to;
    cell = order.of.cell();
    executions = order.data == null ? Executions.made() : Executions.recorded(order.data);
    subject = subject(order);
    measure(order.window, order.of.size() >= LARGE);
    subject.end();
    recorder.values(cell, RateMetrics.EMITTED, emitted);
    if (order.of.size() > 0) {
      count(order);
    }
  }

  private void count(Order order) throws IOException {
    Map<String, Long> lost = subject.lost();
    long known = sum(lost);
    String at = order.broker + "/" + order.topic;
    recorder.progress(cell + ": counting what arrived", 1);
    long arrived;
    try (ReceiverJvm receiver =
        order.of.isKieker()
            ? ReceiverJvm.ofKiekerTopic(order.broker, order.topic)
            : ReceiverJvm.ofRecords("kafka://" + at + "?from=beginning")) {
      receiver.await(emitted - known);
      arrived = receiver.executions();
    }
    recorder.values(cell, RateMetrics.ARRIVED, arrived);
    recorder.values(cell, Metric.LOST, emitted - arrived);
    lost.forEach((cause, n) -> recorder.values(cell, RateMetrics.lostBy(cause), n));
    if (emitted - arrived != known) {
      recorder.values(cell, RateMetrics.lostBy("cause not known"), emitted - arrived - known);
    }
    recorder.values(cell, RateMetrics.STORED, (double) stored(order) / arrived);
  }

  /** Bytes of the topic's log. */
  private static long stored(Order order) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(order.folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        if (file.getParent().getFileName().toString().equals(order.topic + "-0")) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }

  private static long sum(Map<String, Long> lost) {
    return lost.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Subject subject(Order order) {
    if (order.of.isKieker()) {
      return new KiekerSubject(order.of, order.broker, order.topic);
    }
    return order.of.who().equals(RateCase.ALONE)
        ? Subject.NONE
        : new SluiceSubject(order.of, order.broker + "/" + order.topic);
  }

  private void measure(Window window, boolean large) throws JMException, IOException {
    double[] cpus = new double[window.turns()];
    double[] networks = new double[window.turns()];
    double[] loopbacks = new double[window.turns()];
    double[] requests = new double[window.turns()];
    double[] emitting = new double[window.turns()];
    // What runs once a chunk is compiled after some thousand chunks: minutes at the rate itself.
    emitFor(window.warmUp() / 4, PER_SECOND);
    emitFor(window.warmUp() / 2, large ? WARM_UP_PER_SECOND : PER_SECOND);
    emitFor(window.warmUp() / 4, PER_SECOND);
    start();
    recorder.values(cell, RateMetrics.LOST_EARLY, sum(subject.lost()));
    ThreadTimes threads = ThreadTimes.now();
    for (int i = 0; i < window.turns(); i++) {
      double start = System.nanoTime();
      double cpu = process.getProcessCpuTime();
      double own = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      Network sent = Network.now();
      emitUntil((i + 1) * window.turnSeconds(), PER_SECOND);
      Network after = Network.now();
      double seconds = (System.nanoTime() - start) / NANOS;
      cpus[i] = (process.getProcessCpuTime() - cpu) / NANOS / seconds;
      emitting[i] =
          (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - own) / NANOS / seconds;
      networks[i] = (after.bytes() - sent.bytes()) / KIB / seconds;
      loopbacks[i] = (after.loopback() - sent.loopback()) / KIB / seconds;
      requests[i] = (after.requests() - sent.requests()) / seconds;
      recorder.progress(
          cell.toString(), (window.warmUp() + (i + 1) * window.turnSeconds()) / window.seconds());
    }
    double elapsed = (System.nanoTime() - begin) / NANOS;
    recorder.values(cell, RateMetrics.RATE, (emitted - before) / elapsed);
    recorder.values(cell, RateMetrics.CPU, cpus);
    recorder.values(cell, RateMetrics.EMITTING, emitting);
    shares(ThreadTimes.now(), threads, elapsed);
    recorder.values(cell, RateMetrics.NETWORK, networks);
    if (loopbacks[0] > 0) {
      recorder.values(cell, RateMetrics.LOOPBACK, loopbacks);
    }
    recorder.values(cell, RateMetrics.REQUESTS, requests);
  }

  private void shares(ThreadTimes now, ThreadTimes before, double seconds) {
    if (!now.seconds().isEmpty()) {
      double client = now.since(before, "kafka-");
      double compiler = now.since(before, "C1 ", "C2 ");
      double collector = now.since(before, "GC ", "G1 ", "VM Thread");
      recorder.values(cell, RateMetrics.CLIENT, client / seconds);
      recorder.values(cell, RateMetrics.COMPILER, compiler / seconds);
      recorder.values(cell, RateMetrics.COLLECTOR, collector / seconds);
    }
  }

  private void emitFor(double seconds, double perSecond) {
    start();
    emitUntil(seconds, perSecond);
  }

  /** What could not be emitted in time is not made up for later. */
  private void start() {
    begin = System.nanoTime();
    before = emitted;
  }

  /** Emits what is due, in whole traces, until so many seconds after the start. */
  private void emitUntil(double seconds, double perSecond) {
    double end = begin + seconds * NANOS;
    for (double now = System.nanoTime(); now < end; now = System.nanoTime()) {
      long due = (long) ((now - begin) / NANOS * perSecond);
      int records = (int) (due + before - emitted) / Executions.DEPTH * Executions.DEPTH;
      executions.next(records, subject);
      emitted += records;
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
