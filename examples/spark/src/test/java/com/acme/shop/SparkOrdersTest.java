package com.acme.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedBroker.class)
@Timeout(120)
class SparkOrdersTest {
  @TempDir private Path directory;

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
    try (SparkSession spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", false)
            .config("spark.sql.shuffle.partitions", 2)
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .getOrCreate()) {
      StreamingQuery query =
          SparkOrders.totals(spark, servers)
              .writeStream()
              .outputMode("complete")
              .format("memory")
              .queryName("totals")
              .option("checkpointLocation", directory.resolve("checkpoint").toString())
              .trigger(Trigger.AvailableNow())
              .start();
      query.awaitTermination();
      for (Row row : spark.table("totals").collectAsList()) {
        totals.put(row.getString(0), row.getDouble(1));
      }
    }
    assertThat(totals).containsOnly(Map.entry("Rom", 12.5), Map.entry("Kiel", 37.5));
  }
}
