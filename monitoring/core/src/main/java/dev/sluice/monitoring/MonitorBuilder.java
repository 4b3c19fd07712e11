package dev.sluice.monitoring;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Collector;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.probe.Probes;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/** Opens monitors with other than the defaults. For one thread. */
public final class MonitorBuilder {
  private String name = ProcessName.standard();
  private String hostname = ProcessName.host();
  private Predicate<Thread> monitored = thread -> true;
  private boolean closeAtExit = true;
  private ThreadFactory threads = Thread::new;

  MonitorBuilder() {}

  /**
   * The producer's name; the option {@code producer} of the sink's URI goes before it. Default:
   * main class, host and process id, as {@code com.acme.Shop@host:4711}.
   *
   * @throws IllegalArgumentException if it is longer than 64 bytes of UTF-8
   */
  public MonitorBuilder name(String name) {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Accounting.MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "name must have at most " + Accounting.MAX_NAME_BYTES + " bytes, had " + bytes);
    }
    this.name = name;
    return this;
  }

  /** The host name in records. Default: the machine's, found without asking a name service. */
  public MonitorBuilder hostname(String hostname) {
    this.hostname = Objects.requireNonNull(hostname, "hostname");
    return this;
  }

  /**
   * Which threads are monitored; asked once for each, by itself. Default: all.
   *
   * @param monitored must not throw
   */
  public MonitorBuilder monitoredThreads(Predicate<Thread> monitored) {
    this.monitored = Objects.requireNonNull(monitored, "monitored");
    return this;
  }

  /** Whether the monitor closes itself when the JVM shuts down. Default: true. */
  public MonitorBuilder closeAtExit(boolean closeAtExit) {
    this.closeAtExit = closeAtExit;
    return this;
  }

  /**
   * Makes the threads of monitor and collector; they are named and made daemons. Default: plain
   * platform threads.
   */
  public MonitorBuilder threadFactory(ThreadFactory threads) {
    this.threads = Objects.requireNonNull(threads, "threadFactory");
    return this;
  }

  /**
   * Opens a sink, as {@link Monitor#to} does.
   *
   * @throws ConfigurationException if the URI or an option is wrong; the message names all mistakes
   */
  public Monitor open(String uri) {
    return over(ChunkingCollector.open(Endpoint.parse(uri, Map.of("producer", name)), threads));
  }

  /** A monitor over a collector made elsewhere, which it closes; the name does not matter then. */
  public Monitor over(Collector collector) {
    Probes probes = new Probes(collector.rows(), hostname, monitored);
    return new Monitor(collector, probes, new Housekeeping(threads), closeAtExit);
  }
}
