package dev.sluice.benchmarks.calls;

import dev.sluice.cli.BrokerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A broker with a topic, and a consumer that decodes it all; each in a JVM of its own. */
record KafkaReceiver(BrokerJvm broker, ReceiverJvm consumer) implements Receiver {
  static final String TOPIC = "records";

  /** Of records of this project. */
  static KafkaReceiver start(Path directory) throws IOException {
    return start(directory, broker -> ReceiverJvm.ofRecords("kafka://" + broker + "/" + TOPIC));
  }

  /** Of Kieker. */
  static KafkaReceiver ofKieker(Path directory) throws IOException {
    return start(directory, broker -> ReceiverJvm.ofKiekerTopic(broker, TOPIC));
  }

  /** Starts a consumer, given where the broker is. */
  private interface Consumer {
    ReceiverJvm start(String broker) throws IOException;
  }

  private static KafkaReceiver start(Path directory, Consumer consumer) throws IOException {
    BrokerJvm broker = BrokerJvm.start(directory);
    try {
      broker.createTopic(TOPIC, Map.of());
      return new KafkaReceiver(broker, consumer.start(broker.address()));
    } catch (IOException | RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  @Override
  public String address() {
    return consumer.address();
  }

  @Override
  public void await(long executions) throws IOException {
    consumer.await(executions);
  }

  @Override
  public long executions() throws IOException {
    return consumer.executions();
  }

  @Override
  public void close() {
    consumer.close();
    broker.close();
  }
}
