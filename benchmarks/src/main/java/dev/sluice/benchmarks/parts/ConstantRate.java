package dev.sluice.benchmarks.parts;

import com.sun.management.OperatingSystemMXBean;
import dev.sluice.api.config.Endpoint;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Emits 100 000 operation executions a second to a broker in another JVM. CPU is that of this
 * process, with the making of the records; network is what its Kafka producer sent and received, by
 * the producer's own figures. What arrived is counted when nothing is measured any more.
 */
final class ConstantRate implements OwnJvm.Task {
  static final String ALONE = "emitter alone";
  static final String KIEKER_RECORD = "kieker, record at a time";
  static final String KIEKER = "kieker";
  static final String TOPIC = "rate";
  static final Metric CPU = new Metric("CPU", "s/s", 3);
  static final Metric NETWORK = new Metric("network", "KiB/s", 1);
  static final int WARM_UP_SECONDS = 5;

  private static final int PER_SECOND = 100_000;
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  /** Takes records and tells how many arrived. For one thread. */
  interface Subject {
    /** Emits a multiple of {@link Emitter#DEPTH} records. */
    void emit(int records);

    /** Sends what it still has. */
    void close();

    /** How many records of these are in the topic. */
    long arrived(long emitted) throws IOException;
  }

  static Cell cell(String subject, int size, String compression) {
    return Cell.of("subject", subject, "chunk", String.valueOf(size), "compression", compression);
  }

  /** Arguments: the subject, records a chunk, the compression, seconds, where the broker is. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws Exception {
    String name = arguments.get(0);
    int size = Integer.parseInt(arguments.get(1));
    String compression = arguments.get(2);
    int seconds = Integer.parseInt(arguments.get(3));
    String broker = arguments.get(4);
    Subject subject =
        switch (name) {
          case ALONE -> new Nothing();
          case KIEKER_RECORD -> KiekerRate.recordAtATime(broker);
          case KIEKER -> KiekerRate.chunks(broker, size);
          default -> Ours.open(broker, name, size, compression);
        };
    Cell cell = cell(name, size, compression);
    long emitted = measure(subject, cell, seconds, recorder);
    subject.close();
    recorder.values(cell, Metric.LOST, emitted - subject.arrived(emitted));
  }

  /** Values second by second; returns how many records were emitted. */
  private static long measure(Subject subject, Cell cell, int seconds, Step.Recorder recorder)
      throws JMException {
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double[] cpus = new double[seconds];
    double[] networks = new double[seconds];
    long begin = System.nanoTime();
    long emitted = 0;
    for (int i = -WARM_UP_SECONDS; i < seconds; i++) {
      long cpu = process.getProcessCpuTime();
      double bytes = networkBytes();
      long start = System.nanoTime();
      long until = begin + TimeUnit.SECONDS.toNanos(i + WARM_UP_SECONDS + 1L);
      for (long now = start; now < until; now = System.nanoTime()) {
        long due = (now - begin) / (TimeUnit.SECONDS.toNanos(1) / PER_SECOND);
        int records = (int) (due - emitted) / Emitter.DEPTH * Emitter.DEPTH;
        subject.emit(records);
        emitted += records;
        LockSupport.parkNanos(500_000);
      }
      if (i >= 0) {
        double elapsed = System.nanoTime() - start;
        cpus[i] = (process.getProcessCpuTime() - cpu) / elapsed;
        networks[i] = (networkBytes() - bytes) / 1024 * TimeUnit.SECONDS.toNanos(1) / elapsed;
      }
      recorder.progress(cell.toString(), (i + WARM_UP_SECONDS) / (WARM_UP_SECONDS + seconds + 0.0));
    }
    recorder.values(cell, CPU, cpus);
    recorder.values(cell, NETWORK, networks);
    return emitted;
  }

  private static double networkBytes() throws JMException {
    double bytes = 0;
    ObjectName producers = new ObjectName("kafka.producer:type=producer-metrics,client-id=*");
    for (ObjectName producer : BEANS.queryNames(producers, null)) {
      bytes += ((Number) BEANS.getAttribute(producer, "outgoing-byte-total")).doubleValue();
      bytes += ((Number) BEANS.getAttribute(producer, "incoming-byte-total")).doubleValue();
    }
    return bytes;
  }

  /** What the harness itself takes. */
  private static final class Nothing implements Subject {
    @Override
    public void emit(int records) {}

    @Override
    public void close() {}

    @Override
    public long arrived(long emitted) {
      return emitted;
    }
  }

  private record Ours(String uri, ChunkingCollector collector, Emitter emitter) implements Subject {
    static Ours open(String broker, String serializer, int size, String compression) {
      String uri = "kafka://" + broker + "/" + TOPIC;
      String settings = "?serializer=" + serializer + "&chunk.records=" + size;
      if (!compression.equals("none")) {
        settings += "&compression=" + compression;
      }
      ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(uri + settings));
      return new Ours(uri, collector, new Emitter(collector.rows()));
    }

    @Override
    public void emit(int records) {
      emitter.emit(records);
    }

    @Override
    public void close() {
      collector.close(Duration.ofSeconds(30));
    }

    @Override
    public long arrived(long emitted) throws IOException {
      long[] arrived = new long[1];
      try (RecordStream stream = RecordStream.builder(uri + "?from=beginning").open()) {
        long before = -1;
        while (arrived[0] < emitted && arrived[0] != before) {
          before = arrived[0];
          long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
          while (arrived[0] < emitted && System.nanoTime() < until) {
            stream.poll((cursor, chunk) -> arrived[0]++, Duration.ofMillis(500));
          }
        }
      }
      return arrived[0];
    }
  }
}
