package com.acme.shop;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** Totals of shops by the hour of the orders. */
final class FlinkOrders {
  private FlinkOrders() {}

  static DataStream<Tuple2<String, Double>> totals(
      StreamExecutionEnvironment environment, String servers, boolean untilEnd) {
    KafkaSourceBuilder<OrderPlaced> source =
        KafkaSource.<OrderPlaced>builder()
            .setBootstrapServers(servers)
            .setTopics("orders")
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setValueOnlyDeserializer(new OrderMessages());
    if (untilEnd) {
      source.setBounded(OffsetsInitializer.latest());
    }
    WatermarkStrategy<OrderPlaced> time =
        WatermarkStrategy.<OrderPlaced>forBoundedOutOfOrderness(Duration.ofSeconds(10))
            .withTimestampAssigner((order, offset) -> order.time() / 1_000_000);
    return environment
        .fromSource(source.build(), time, "orders")
        .map(order -> Tuple2.of(order.shop(), order.total()))
        .returns(Types.TUPLE(Types.STRING, Types.DOUBLE))
        .keyBy(order -> order.f0)
        .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
        .sum(1);
  }
}
