package dev.sluice.benchmarks.start;

import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.calls.ReceiverJvm;
import dev.sluice.cli.BrokerJvm;
import java.io.IOException;
import java.util.Map;

/** What agents send to, each started when it is asked for first. For one thread. */
final class Sinks implements AutoCloseable {
  private static final String TOPIC = "records";

  private ScratchFolder folder;
  private BrokerJvm broker;
  private ReceiverJvm otlp;
  private long spans;

  /** Where Kafka's records go. */
  String kafka() throws IOException {
    if (broker == null) {
      folder = ScratchFolder.create();
      broker = BrokerJvm.start(folder.path());
      broker.createTopic(TOPIC, Map.of());
    }
    return "kafka://" + broker.address() + "/" + TOPIC;
  }

  /** Where OpenTelemetry's spans go. */
  ReceiverJvm otlp() throws IOException {
    if (otlp == null) {
      otlp = ReceiverJvm.ofPeer("otlp", port -> "http://127.0.0.1:" + port);
    }
    return otlp;
  }

  /** Spans that arrived since it was asked last. */
  long newSpans() throws IOException {
    long before = spans;
    spans = otlp().executions();
    return spans - before;
  }

  @Override
  public void close() throws IOException {
    if (otlp != null) {
      otlp.close();
    }
    if (broker != null) {
      broker.close();
      folder.close();
    }
  }
}
