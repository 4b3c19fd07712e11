package dev.sluice.docs;

import com.acme.shop.OrderPlaced;
import com.acme.shop.OrderPlacedReader;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.rawreaders.kafka.ChunkDeserializer;
import dev.sluice.rawreaders.kafka.ChunkSerde;
import dev.sluice.rawreaders.kafka.RecordsDeserializer;
import dev.sluice.streams.Audit;
import dev.sluice.streams.GenericRecord;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/** The code of pages about consumers; {@link ConsumingPageTest} holds the two together. */
final class ConsumingSnippets {
  private ConsumingSnippets() {}

  static void typed(String uri, Consumer<Object> print) throws IOException {
    // snippet: typed
    try (RecordStream stream = RecordStream.builder(uri).open()) {
      stream.drain(
          RecordStream.typedWithChunk(
              OrderPlacedReader.create(),
              (order, chunk) ->
                  print.accept(chunk.accounting().producerName() + " " + order.customer())));
    }
    // end
  }

  static void generic(String uri, Consumer<Object> print) throws IOException {
    // snippet: generic
    try (RecordStream stream = RecordStream.builder(uri).open()) {
      for (GenericRecord order : (Iterable<GenericRecord>) stream::iterator) {
        if (order.type().name().equals("shop.order_placed")) {
          print.accept(order.producerName() + " " + order.value("customer"));
        }
      }
    }
    // end
  }

  static void service(
      String uri, Path directory, Consumer<OrderPlaced> bill, BooleanSupplier running)
      throws IOException {
    // snippet: service
    try (RecordStream stream =
        RecordStream.builder(uri) // "kafka://b:9092/orders?group=billing&from=beginning"
            .positions(directory.resolve("billing.positions"))
            .quarantine(directory.resolve("damaged"))
            .open()) {
      while (running.getAsBoolean()) {
        stream.poll(RecordStream.typed(OrderPlacedReader.create(), bill), Duration.ofSeconds(1));
      }
    }
    // end
  }

  static void stop(String uri, Path directory, Consumer<OrderPlaced> bill, int most)
      throws IOException {
    // snippet: stop
    AtomicInteger left = new AtomicInteger(most);
    try (RecordStream stream =
        RecordStream.builder(uri).positions(directory.resolve("billing.positions")).open()) {
      Consumer<OrderPlaced> limited =
          order -> {
            bill.accept(order);
            if (left.decrementAndGet() == 0) {
              stream.stop(); // the last for now; the next start goes on with the one behind it
            }
          };
      stream.poll(RecordStream.typed(OrderPlacedReader.create(), limited), Duration.ofSeconds(1));
    }
    // end
  }

  static void columns(String uri, Instant start, Map<String, Double> totals) throws IOException {
    // snippet: columns
    try (RecordStream stream =
        RecordStream.builder(uri)
            .fields(FieldSelection.of(Map.of("shop.order_placed.1", Set.of("shop", "total"))))
            .since(start)
            .open()) {
      stream.drainColumns(
          (batch, chunk) -> {
            if (batch.type().name().equals("shop.order_placed")) {
              long[] values = batch.values(); // all columns lie in it
              int shop = batch.start(batch.type().indexOf("shop"));
              int total = batch.start(batch.type().indexOf("total"));
              for (int row = 0; row < batch.rows(); row++) {
                String name = batch.text(values[shop + row]); // the cell is the text's id
                totals.merge(name, Double.longBitsToDouble(values[total + row]), Double::sum);
              }
            }
          });
    }
    // end
  }

  static void merge(RecordStream first, RecordStream second, Consumer<Object> print) {
    // snippet: merge
    Audit group = Audit.merge(List.of(first.audit(), second.audit())); // of all members
    print.accept(group.complete() ? "complete" : group.toJson());
    // end
  }

  static void chunks(
      String topic, Map<String, Object> settings, Consumer<Object> print, BooleanSupplier running) {
    try (KafkaConsumer<byte[], Chunk> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ChunkDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (running.getAsBoolean()) {
        for (ConsumerRecord<byte[], Chunk> message : consumer.poll(Duration.ofSeconds(1))) {
          Chunk chunk = message.value(); // header and CRC are right, nothing is decoded yet
          print.accept(chunk.accounting().producerName() + ": " + chunk.header().recordCount());
        }
      }
    }
  }

  static void orders(
      String topic,
      Map<String, Object> settings,
      Consumer<OrderPlaced> bill,
      BooleanSupplier running) {
    // snippet: orders
    try (KafkaConsumer<byte[], List<OrderPlaced>> consumer =
        new KafkaConsumer<>(
            settings,
            new ByteArrayDeserializer(),
            new RecordsDeserializer<>(OrderPlacedReader.create()))) {
      consumer.subscribe(List.of(topic));
      while (running.getAsBoolean()) {
        for (ConsumerRecord<byte[], List<OrderPlaced>> message :
            consumer.poll(Duration.ofSeconds(1))) {
          message.value().forEach(bill);
        }
      }
    }
    // end
  }

  static StreamsBuilder route() {
    // snippet: route
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("orders", Consumed.with(Serdes.ByteArray(), new ChunkSerde()))
        .filter((key, chunk) -> "shop in Kiel".equals(chunk.accounting().producerName()))
        .to("orders-kiel", Produced.with(Serdes.ByteArray(), new ChunkSerde())); // the same bytes
    // end
    return builder;
  }

  static StreamsBuilder totals() {
    // snippet: totals
    Serde<List<OrderPlaced>> orders =
        new Serdes.WrapperSerde<>(null, new RecordsDeserializer<>(OrderPlacedReader.create()));
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream("orders", Consumed.with(Serdes.ByteArray(), orders))
        .flatMapValues(chunk -> chunk) // a message is a chunk, which holds many orders
        .map((key, order) -> KeyValue.pair(order.shop(), order.total()))
        .to("totals", Produced.with(Serdes.String(), Serdes.Double()));
    // end
    return builder;
  }
}
