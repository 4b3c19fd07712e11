package dev.sluice.monitoring;

import dev.sluice.api.config.Setting;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.metrics.MonitorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The implementation of {@link MonitorMXBean}. This class is loaded only if JMX is used. */
record MonitorBean(Monitor monitor) implements MonitorMXBean {
  /** Registers the bean until the monitor ends. */
  static void register(Monitor monitor) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = name(monitor.report());
      server.registerMBean(new MonitorBean(monitor), name);
      monitor.addListener(
          new MonitorListener() {
            @Override
            public void ended(Monitor ended, CollectorReport report) {
              unregister(server, name);
            }
          });
    } catch (JMException e) {
      throw new IllegalStateException("the monitor cannot be registered with JMX", e);
    }
  }

  private static ObjectName name(CollectorReport report) throws JMException {
    String producer = report.producerName() == null ? "" : report.producerName();
    return new ObjectName(
        "dev.sluice:type=Monitor,producer=%s,id=%s"
            .formatted(ObjectName.quote(producer), report.producer()));
  }

  private static void unregister(MBeanServer server, ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (JMException e) {
      // Somebody else has unregistered it.
    }
  }

  @Override
  public String getProducer() {
    return monitor.report().producerName();
  }

  @Override
  public boolean isEnabled() {
    return monitor.isEnabled();
  }

  @Override
  public void setEnabled(boolean on) {
    monitor.enable(on);
  }

  @Override
  public String getState() {
    return monitor.figures().status().state().label();
  }

  @Override
  public long getEmitted() {
    return monitor.report().emitted();
  }

  @Override
  public long getAcknowledged() {
    return monitor.report().acknowledged();
  }

  @Override
  public long getUnconfirmed() {
    return monitor.report().unconfirmed();
  }

  @Override
  public long getPending() {
    return monitor.report().pending();
  }

  @Override
  public long getSpilled() {
    return monitor.report().spilled();
  }

  @Override
  public long getSpilledBytes() {
    return monitor.figures().status().spilledBytes();
  }

  @Override
  public String getSpillProblem() {
    return monitor.figures().status().spillProblem();
  }

  @Override
  public String getSinkProblem() {
    return monitor.figures().status().sinkProblem();
  }

  @Override
  public Map<String, Long> getDropped() {
    return monitor.report().dropped().byLabel();
  }

  @Override
  public long getSampledOut() {
    return monitor.figures().sampledOut();
  }

  @Override
  public long getChunks() {
    return monitor.report().chunks();
  }

  @Override
  public Map<String, Long> getChunksByReason() {
    Map<String, Long> counts = new TreeMap<>();
    monitor
        .figures()
        .status()
        .closeReasons()
        .forEach((reason, count) -> counts.put(reason.label(), count));
    return counts;
  }

  private ChunkingStatus chunking() {
    return monitor.figures().status().chunking();
  }

  @Override
  public int getChunkRecords() {
    return chunking().records();
  }

  @Override
  public int getChunkBytes() {
    return chunking().bytes();
  }

  @Override
  public double getChunkDelayMillis() {
    return chunking().delayNanos() / 1e6;
  }

  @Override
  public double getChunkObservedMillis() {
    return chunking().observedNanos() / 1e6;
  }

  @Override
  public boolean isChunkGoalMet() {
    return chunking().goalMet();
  }

  @Override
  public long getChunkLimitsRaised() {
    return chunking().raised();
  }

  @Override
  public long getChunkLimitsLowered() {
    return chunking().lowered();
  }

  @Override
  public long getBytes() {
    return monitor.report().bytes();
  }

  @Override
  public long getInlinedSymbols() {
    return monitor.figures().status().inlinedSymbols();
  }

  @Override
  public List<String> getConfiguration() {
    return monitor.configuration().settings().stream().map(Setting::toString).toList();
  }

  @Override
  public boolean flush(long timeoutMillis) {
    return monitor.flush(Duration.ofMillis(Math.max(0, timeoutMillis)));
  }
}
