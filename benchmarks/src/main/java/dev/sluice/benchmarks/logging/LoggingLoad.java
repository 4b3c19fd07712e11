package dev.sluice.benchmarks.logging;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.monitoring.records.LogEventReader;
import dev.sluice.streams.RecordStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Configurator;

/**
 * Logs with one appender: at a rate, then as fast as it goes. Arguments: the appender, a folder,
 * and the seconds of each part.
 */
final class LoggingLoad implements OwnJvm.Task {
  private static final int THREADS = 2;
  private static final int BATCH = 100;
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1) * THREADS * BATCH / 20_000;
  private static final String SENTINEL = "the order ";

  /** Both wait when they are full, so that as many messages arrive as are logged. */
  enum Appender {
    /** Ours, to a file of chunks. */
    SLUICE("<Sluice name='it' sink='file:%s?policy=block'/>"),
    /** Log4j's asynchronous appender before a file of JSON lines. */
    LOG4J_JSON(
        "<File name='file' fileName='%s/log.json' immediateFlush='false'><JsonTemplateLayout/></File>"
            + "<Async name='it' bufferSize='8192'><AppenderRef ref='file'/></Async>");

    private final String xml;

    Appender(String xml) {
      this.xml = xml;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private LoggerContext open(Path folder) throws IOException {
      String all =
          "<Configuration status='error'><Appenders>%s</Appenders><Loggers><Root level='info'>"
              + "<AppenderRef ref='it'/></Root></Loggers></Configuration>";
      byte[] bytes = all.formatted(xml.formatted(folder)).getBytes(StandardCharsets.UTF_8);
      return Configurator.initialize(
          null, new ConfigurationSource(new ByteArrayInputStream(bytes)));
    }

    private long arrived(Path folder) throws Exception {
      if (this == LOG4J_JSON) {
        try (Stream<String> lines = Files.lines(folder.resolve("log.json"))) {
          return lines.filter(line -> line.contains(SENTINEL)).count();
        }
      }
      LongAdder count = new LongAdder();
      try (RecordStream stream = RecordStream.builder("file:" + folder).open()) {
        stream.drain(RecordStream.typed(LogEventReader.create(), event -> count.increment()));
      }
      return count.sum();
    }
  }

  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws Exception {
    Appender appender = Appender.valueOf(arguments.get(0));
    long nanos = (long) (Double.parseDouble(arguments.get(2)) * 1e9);
    for (String part : List.of("warm-up", "20,000 a second", "full speed")) {
      Path folder =
          Files.createDirectory(Path.of(arguments.get(1)).resolve(part.replace(' ', '-')));
      LoggerContext context = appender.open(folder);
      Logger logger = context.getLogger("com.acme.Shop");
      long cpu = cpu();
      long[][] done = log(logger, nanos, part.equals("20,000 a second") ? PERIOD : 0);
      context.close(); // all of it is written
      cpu = cpu() - cpu;
      if (part.equals("warm-up")) {
        continue;
      }
      Cell cell = Cell.of("appender", appender, "load", part);
      double messages = done[0][0] + done[1][0];
      recorder.values(cell, LoggingExperiment.CALL, (done[0][1] + done[1][1]) / messages);
      recorder.values(cell, LoggingExperiment.CPU, cpu / messages);
      recorder.values(cell, LoggingExperiment.BYTES, bytes(folder) / messages);
      recorder.values(cell, Metric.LOST, messages - appender.arrived(folder));
    }
  }

  private static long cpu() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }

  private static double bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** For each thread the messages, and nanoseconds within the logger. */
  private static long[][] log(Logger logger, long nanos, long period) throws InterruptedException {
    long[][] done = new long[THREADS][2];
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      long[] own = done[i];
      threads[i] = new Thread(() -> log(logger, nanos, period, own), "worker-" + i);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return done;
  }

  private static void log(Logger logger, long nanos, long period, long[] done) {
    long begin = System.nanoTime();
    long messages = 0;
    long within = 0;
    for (long now = begin; now - begin < nanos; now = System.nanoTime()) {
      for (int i = 0; i < BATCH; i++, messages++) {
        logger.info("the order {} of {} costs {}", messages, "customer-" + messages % 1000, 19.95);
      }
      within += System.nanoTime() - now;
      LockSupport.parkNanos(period - (System.nanoTime() - now)); // not at all if it is negative
    }
    done[0] = messages;
    done[1] = within;
  }
}
