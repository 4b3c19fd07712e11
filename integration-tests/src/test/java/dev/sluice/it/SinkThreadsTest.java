package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.support.platform.SinkThreads;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whose a client's thread is, is known by who made it, whatever it is called. */
@Tag("one-jdk")
class SinkThreadsTest {
  private static final Logger CLIENT = Logger.getLogger("org.apache.kafka.clients");

  private static final String THREAD = "kafka-producer-network-thread | ";

  private final Map<String, Boolean> ownByThread = new ConcurrentHashMap<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord event) {
          ownByThread.put(Thread.currentThread().getName(), SinkThreads.isCurrent());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Test
  @Warns("will try again")
  void network_thread_of_a_sink_is_known_and_that_of_the_program_is_not() {
    String place = "127.0.0.1:" + TcpPeers.freePort();
    Map<String, Object> settings = Map.of("bootstrap.servers", place, "client.id", "sluice-mine");
    ByteArraySerializer bytes = new ByteArraySerializer();
    Level level = CLIENT.getLevel();
    CLIENT.setLevel(Level.INFO);
    CLIENT.setUseParentHandlers(false);
    CLIENT.addHandler(handler);
    try (KafkaProducer<byte[], byte[]> programs = new KafkaProducer<>(settings, bytes, bytes);
        Monitor monitor =
            Monitor.to("kafka://" + place + "/t?kafka.client.id=shop&kafka.max.block.ms=50")) {
      Symbol signature = monitor.sink().symbol("void a.B.c()");
      OperationDurationWriter.create(monitor.sink()).emit(0, signature, 0, false);
      await()
          .untilAsserted(
              () ->
                  assertThat(ownByThread)
                      .containsEntry(THREAD + "sluice-mine", false)
                      .containsEntry(THREAD + "shop", true));
      monitor.close(Duration.ofMillis(100));
      programs.close(Duration.ZERO);
    } finally {
      CLIENT.removeHandler(handler);
      CLIENT.setUseParentHandlers(true);
      CLIENT.setLevel(level);
    }
  }
}
