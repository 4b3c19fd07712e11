package com.acme.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
@Timeout(120)
class FlinkOrdersTest {
  @Test
  void orders_of_all_chunks_are_in_the_totals(KafkaBroker broker) throws Exception {
    String servers = broker.bootstrapServers();
    broker.createTopic("orders", 2, Map.of());
    Monitor monitor = Monitor.builder().open("kafka://" + servers + "/orders?chunk.records=10");
    OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
    for (int i = 0; i < 100; i++) {
      Symbol shop = monitor.sink().symbol(i % 4 == 0 ? "Rom" : "Kiel");
      orders.emit(System.nanoTime(), shop, "customer " + i, 0.5);
    }
    assertThat(monitor.close(Duration.ofSeconds(10)).unconfirmed()).isZero();

    Map<String, Double> totals = new HashMap<>();
    StreamExecutionEnvironment local = StreamExecutionEnvironment.createLocalEnvironment(2);
    for (Tuple2<String, Double> total :
        FlinkOrders.totals(local, servers, true).executeAndCollect(100)) {
      totals.merge(total.f0, total.f1, Double::sum);
    }
    assertThat(totals).containsOnly(Map.entry("Rom", 12.5), Map.entry("Kiel", 37.5));
  }
}
