package dev.sluice.benchmarks.rate;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * Totals of the network.
 *
 * @param bytes sent and received by this process's Kafka producers
 * @param requests of them
 * @param loopback bytes over the machine's loopback interface, or 0 if the system does not tell
 */
record Network(double bytes, double requests, double loopback) {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();
  private static final ObjectName PRODUCERS =
      name("kafka.producer:type=producer-metrics,client-id=*");
  private static final Path INTERFACES = Path.of("/proc/net/dev");

  static Network now() throws JMException, IOException {
    double bytes = 0;
    double requests = 0;
    for (ObjectName producer : BEANS.queryNames(PRODUCERS, null)) {
      bytes += figure(producer, "outgoing-byte-total") + figure(producer, "incoming-byte-total");
      requests += figure(producer, "request-total");
    }
    return new Network(bytes, requests, loopbackBytes());
  }

  private static ObjectName name(String pattern) {
    try {
      return new ObjectName(pattern);
    } catch (MalformedObjectNameException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Zero of a producer that is only being made or has ended meanwhile. */
  private static double figure(ObjectName producer, String name) throws JMException {
    try {
      return ((Number) BEANS.getAttribute(producer, name)).doubleValue();
    } catch (AttributeNotFoundException | InstanceNotFoundException e) {
      return 0;
    }
  }

  private static double loopbackBytes() throws IOException {
    if (Files.isReadable(INTERFACES)) {
      for (String line : Files.readAllLines(INTERFACES)) {
        String[] words = line.strip().split("[\\s:]+");
        if (words[0].equals("lo")) {
          return Double.parseDouble(words[1]);
        }
      }
    }
    return 0;
  }
}
