package dev.sluice.cli.demo;

import dev.sluice.cli.BrokerJvm;
import dev.sluice.cli.Home;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A real broker in a child JVM, with one topic. */
public record DemoBroker(BrokerJvm jvm) {
  private static final String TOPIC = "sluice-demo";

  /** Starts it; it ends when {@code cleanup} does. */
  public static DemoBroker start(Path directory, Cleanup cleanup) throws IOException {
    // The first compiler only: it starts sooner and leaves the processors to the program.
    List<String> options =
        List.of(
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            Home.brokerClassPath());
    BrokerJvm jvm = BrokerJvm.start(options, directory, cleanup::add);
    jvm.createTopic(TOPIC, Map.of());
    return new DemoBroker(jvm);
  }

  /** Host and port. */
  public String address() {
    return jvm.address();
  }

  /** The topic as a sink or source. */
  public String uri() {
    return "kafka://" + jvm.address() + "/" + TOPIC;
  }
}
