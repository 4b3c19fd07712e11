package dev.sluice.monitoring;

import dev.sluice.api.config.Setting;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.metrics.Metric;
import dev.sluice.monitoring.metrics.MonitorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.StandardMBean;

/**
 * The implementation of {@link MonitorMXBean}, and an attribute for each metric. This class is
 * loaded only if JMX is used.
 */
final class MonitorBean extends StandardMBean implements MonitorMXBean {
  private final Monitor monitor;

  private MonitorBean(Monitor monitor) {
    super(MonitorMXBean.class, true);
    this.monitor = monitor;
  }

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

  /** The attribute of a metric's key: {@code ChunkDelayNs} of {@code chunk.delay.ns}. */
  private static String attribute(String key) {
    return Stream.of(key.split("[._-]"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  private static MBeanAttributeInfo info(String key, Metric metric) {
    String unit = metric.unit() == null ? "" : "; " + metric.unit();
    String description = metric.description() + unit;
    return new MBeanAttributeInfo(attribute(key), "long", description, true, false, false);
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanInfo own = super.getMBeanInfo();
    Map<String, MBeanAttributeInfo> all = new LinkedHashMap<>();
    for (Metric metric : Metric.ALL) {
      metric.keys().forEach(key -> all.put(attribute(key), info(key, metric)));
    }
    // The switch Enabled takes the place of the metric.
    Stream.of(own.getAttributes()).forEach(one -> all.put(one.getName(), one));
    return new MBeanInfo(
        own.getClassName(),
        own.getDescription(),
        all.values().toArray(MBeanAttributeInfo[]::new),
        own.getConstructors(),
        own.getOperations(),
        own.getNotifications(),
        own.getDescriptor());
  }

  @Override
  public Object getAttribute(String attribute)
      throws AttributeNotFoundException, MBeanException, ReflectionException {
    AttributeList found = getAttributes(new String[] {attribute});
    return found.isEmpty() ? super.getAttribute(attribute) : ((Attribute) found.get(0)).getValue();
  }

  /** The figures of one call are of one moment. */
  @Override
  public AttributeList getAttributes(String[] attributes) {
    AttributeList all = super.getAttributes(attributes);
    Map<String, Long> figures = new HashMap<>();
    monitor.figures().byKey().forEach((key, value) -> figures.put(attribute(key), value));
    all.asList().forEach(own -> figures.remove(own.getName()));
    Stream.of(attributes)
        .filter(figures::containsKey)
        .forEach(name -> all.add(new Attribute(name, figures.get(name))));
    return all;
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
  public String getSpillProblem() {
    return monitor.figures().status().spillProblem();
  }

  @Override
  public String getSinkProblem() {
    return monitor.figures().status().sinkProblem();
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
