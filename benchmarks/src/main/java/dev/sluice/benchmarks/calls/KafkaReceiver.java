package dev.sluice.benchmarks.calls;

import dev.sluice.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A broker with a topic. */
final class KafkaReceiver implements Receiver {
  private static final String TOPIC = "records";

  private final KafkaBroker broker;

  KafkaReceiver(Path directory) throws IOException {
    broker = KafkaBroker.start(directory);
    broker.createTopic(TOPIC, 1, Map.of());
  }

  @Override
  public String address() {
    return "kafka://" + broker.bootstrapServers() + "/" + TOPIC;
  }

  /** A client that has only just begun to connect would be given up when its program ends. */
  @Override
  public void await(long executions) throws IOException {
    Arrival.await(address(), executions);
  }

  @Override
  public long executions() throws IOException {
    return Arrival.decoded(address() + "?until=end");
  }

  @Override
  public void close() {
    broker.close();
  }
}
