package dev.sluice.cli.demo;

import dev.sluice.cli.BrokerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A real broker in a child JVM, with one topic. */
public record DemoBroker(BrokerJvm jvm) {
  private static final String TOPIC = "sluice-demo";

  /** Starts it; it ends when {@code cleanup} does. */
  public static DemoBroker start(Path directory, Cleanup cleanup) throws IOException {
    BrokerJvm jvm = BrokerJvm.startSmall(directory, cleanup::add);
    jvm.createTopic(TOPIC, Map.of());
    return new DemoBroker(jvm);
  }

  /** Host and port. */
  public String address() {
    return jvm.address();
  }

  /** Returns the topic as a sink or source. */
  public String uri() {
    return "kafka://" + jvm.address() + "/" + TOPIC;
  }
}
