package com.acme.shop;

import dev.sluice.rawreaders.kafka.RecordsDeserializer;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** Totals of shops. */
final class SparkOrders {
  private SparkOrders() {}

  static Dataset<Row> totals(SparkSession spark, String servers) {
    Dataset<byte[]> messages =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", servers)
            .option("subscribe", "orders")
            .option("startingOffsets", "earliest")
            .load()
            .select("value")
            .as(Encoders.BINARY());
    return messages
        .mapPartitions(
            (MapPartitionsFunction<byte[], Tuple2<String, Double>>) SparkOrders::orders,
            Encoders.tuple(Encoders.STRING(), Encoders.DOUBLE()))
        .toDF("shop", "total")
        .groupBy("shop")
        .sum("total");
  }

  /** A message is a chunk, which holds many orders. */
  static Iterator<Tuple2<String, Double>> orders(Iterator<byte[]> messages) {
    RecordsDeserializer<OrderPlaced> records =
        new RecordsDeserializer<>(OrderPlacedReader.create()); // one for each task
    Iterable<byte[]> all = () -> messages;
    Stream<List<OrderPlaced>> chunks =
        StreamSupport.stream(all.spliterator(), false)
            .map(message -> records.deserialize("orders", message));
    return chunks
        .flatMap(List::stream)
        .map(order -> new Tuple2<>(order.shop(), order.total()))
        .iterator();
  }
}
