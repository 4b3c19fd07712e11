package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.OrderPlaced;
import com.acme.shop.OrderPlacedWriter;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(SharedBroker.class)
@Timeout(60)
@Tag("one-jdk")
class ConsumingPageTest {
  private static final List<Path> PAGES =
      List.of(Path.of("../docs/consuming.md"), Path.of("../docs/kafka-consumers.md"));
  private static final List<Path> SOURCES =
      List.of(
          Path.of("src/test/java/dev/sluice/docs/ConsumingSnippets.java"),
          inExample("flink", "OrderMessages"));
  private static final String TOPIC = "orders";

  private static String servers;
  private static String uri;

  @TempDir private Path directory;

  @BeforeAll
  static void twoShopsEmit(KafkaBroker broker) {
    servers = broker.bootstrapServers();
    uri = "kafka://" + servers + "/" + TOPIC;
    for (String topic : List.of(TOPIC, "orders-kiel", "totals", "idle")) {
      broker.createTopic(topic, 1, Map.of());
    }
    emit("shop in Kiel", "Ada", 19.90);
    emit("shop in Rom", "Ugo", 5);
  }

  private static void emit(String producer, String customer, double total) {
    Monitor monitor = Monitor.builder().name(producer).open(uri + "?metadata=false");
    OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
    Symbol shop = monitor.sink().symbol(producer);
    orders.emit(System.nanoTime(), shop, customer, total);
    assertThat(monitor.close(Duration.ofSeconds(10)).acknowledged()).isEqualTo(1);
  }

  /** They run in the profile "processors". */
  private static Path inExample(String module, String source) {
    return Path.of("../examples", module, "src/test/java/com/acme/shop", source + ".java");
  }

  @Test
  void pages_show_the_code_that_is_tested_here() throws Exception {
    Map<String, String> shown = new HashMap<>();
    for (Path page : PAGES) {
      shown.putAll(Snippets.shownIn(page));
    }
    assertThat(shown)
        .containsOnlyKeys(
            "typed",
            "generic",
            "service",
            "stop",
            "columns",
            "merge",
            "orders",
            "route",
            "totals",
            "flink-messages");
    for (String name : shown.keySet()) {
      assertThat(shown.get(name)).as(name).isEqualTo(Snippets.inSource(name, SOURCES));
    }
  }

  @Test
  void record_stream_tells_records_and_producers() throws Exception {
    List<Object> printed = new ArrayList<>();
    ConsumingSnippets.typed(uri + "?until=end", printed::add);
    ConsumingSnippets.generic(uri + "?until=end", printed::add);
    assertThat(printed)
        .containsSubsequence(
            "shop in Kiel Ada", "shop in Rom Ugo", "shop in Kiel Ada", "shop in Rom Ugo");
  }

  @Test
  void service_that_starts_again_bills_nothing_twice() throws Exception {
    String group = uri + "?group=billing&from=beginning";
    List<OrderPlaced> billed = new ArrayList<>();
    ConsumingSnippets.service(group, directory, billed::add, () -> billed.size() < 2);
    emit("shop in Ulm", "Eva", 7);
    ConsumingSnippets.service(group, directory, billed::add, () -> billed.size() < 3);
    assertThat(billed).extracting(OrderPlaced::customer).containsExactly("Ada", "Ugo", "Eva");
  }

  @Test
  void a_start_goes_on_inside_a_chunk_with_the_very_record() throws Exception {
    String file = "file:" + directory.resolve("orders");
    Monitor monitor = Monitor.builder().name("shop").open(file + "?metadata=false");
    OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
    for (String customer : List.of("Ada", "Ugo", "Eva", "Kim", "Leo")) {
      orders.emit(System.nanoTime(), monitor.sink().symbol("Kiel"), customer, 1);
    }
    assertThat(monitor.close(Duration.ofSeconds(10)).acknowledged()).isEqualTo(5);
    List<OrderPlaced> billed = new ArrayList<>();
    for (int start = 0; start < 3; start++) {
      ConsumingSnippets.stop(file, directory, billed::add, 2);
    }
    assertThat(billed)
        .extracting(OrderPlaced::customer)
        .containsExactly("Ada", "Ugo", "Eva", "Kim", "Leo");
  }

  @Test
  void columns_have_the_same_orders() throws Exception {
    Map<String, Double> sums = new HashMap<>();
    ConsumingSnippets.columns(uri + "?until=end", Instant.EPOCH, sums);
    assertThat(sums).containsEntry("shop in Kiel", 19.90).containsEntry("shop in Rom", 5.0);
    sums.clear();
    ConsumingSnippets.columns(uri + "?until=end", Instant.now().plusSeconds(3600), sums);
    assertThat(sums).isEmpty();
  }

  @Test
  void audits_of_all_members_are_one_audit_of_the_group() throws Exception {
    List<Object> printed = new ArrayList<>();
    String idle = "kafka://" + servers + "/idle?until=end";
    try (RecordStream first = RecordStream.builder(uri + "?until=end").open();
        RecordStream second = RecordStream.builder(idle).open()) {
      first.drain((cursor, chunk) -> {});
      second.drain((cursor, chunk) -> {});
      assertThat(second.audit().complete()).isFalse();
      ConsumingSnippets.merge(first, second, printed::add);
    }
    assertThat(printed).containsExactly("complete");
  }

  @Test
  void kafka_consumer_gets_chunks_or_records() {
    List<Object> chunks = new ArrayList<>();
    List<OrderPlaced> orders = new ArrayList<>();
    ConsumingSnippets.chunks(TOPIC, settings("g1"), chunks::add, () -> chunks.size() < 4);
    ConsumingSnippets.orders(TOPIC, settings("g2"), orders::add, () -> orders.size() < 2);
    assertThat(chunks).containsSubsequence("shop in Kiel: 1", "shop in Kiel: 0", "shop in Rom: 1");
    assertThat(orders).extracting(OrderPlaced::total).startsWith(19.90, 5.0);
  }

  @Test
  void kafka_streams_route_chunks_and_transform_records() throws Exception {
    List<Object> routed = new ArrayList<>();
    Map<String, Double> totals = new HashMap<>();
    try (KafkaStreams route = start("route", ConsumingSnippets.route());
        KafkaStreams sum = start("totals", ConsumingSnippets.totals())) {
      ConsumingSnippets.chunks(
          "orders-kiel", settings("g3"), routed::add, () -> routed.isEmpty() && healthy(route));
      try (var consumer =
          new KafkaConsumer<>(settings("g4"), new StringDeserializer(), new DoubleDeserializer())) {
        consumer.subscribe(List.of("totals"));
        while (totals.size() < 2 && healthy(sum)) {
          for (ConsumerRecord<String, Double> total : consumer.poll(Duration.ofSeconds(1))) {
            totals.put(total.key(), total.value());
          }
        }
      }
    }
    assertThat(routed).startsWith("shop in Kiel: 1").doesNotContain("shop in Rom: 1");
    assertThat(totals).containsEntry("shop in Kiel", 19.90).containsEntry("shop in Rom", 5.0);
  }

  private KafkaStreams start(String application, StreamsBuilder builder) {
    Properties properties = new Properties();
    properties.put("application.id", application);
    properties.put("bootstrap.servers", servers);
    properties.put("state.dir", directory.resolve(application).toString());
    properties.put("auto.offset.reset", "earliest");
    KafkaStreams streams = new KafkaStreams(builder.build(), properties);
    streams.start();
    return streams;
  }

  private static boolean healthy(KafkaStreams streams) {
    return streams.state() != KafkaStreams.State.ERROR;
  }

  private static Map<String, Object> settings(String group) {
    return Map.of("bootstrap.servers", servers, "group.id", group, "auto.offset.reset", "earliest");
  }
}
