package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldMapping;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.Audit;
import dev.sluice.streams.FilePositionStore;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The way of a record, from emit through collector, serializer and medium to a decoded record and
 * an audit.
 */
abstract class EndToEndContract {
  static final Duration CLOSE = Duration.ofSeconds(20);

  @TempDir Path scratch;

  /** The URI to write to; options may be added. */
  abstract String sink();

  /** The URI to read all of it from. */
  abstract String source();

  /** Puts bytes that are no chunk behind what was written. */
  abstract void poison(byte[] garbage) throws Exception;

  @Test
  void everything_that_many_threads_emit_arrives_in_their_order_and_the_audit_proves_it()
      throws Exception {
    int threads = 4;
    int each = 50_000;
    Collector collector = open("policy=block&block.deadline=60s&producer=service");
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        String name = "thread " + t;
        running.add(pool.submit(() -> emit(collector.rows(), name, 0, each)));
      }
      for (Future<?> task : running) {
        task.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    CollectorReport report = collector.close(CLOSE);
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.emitted()).isEqualTo(threads * each);
    assertThat(report.acknowledged()).as("%s", report).isEqualTo(threads * each);
    Map<String, Long> next = new HashMap<>();
    Audit audit =
        read(
            sample -> {
              assertThat(sample.number()).isEqualTo(next.getOrDefault(sample.symbol(), 0L));
              assertThat(sample.text()).isEqualTo("n" + sample.number() % 100);
              next.put(sample.symbol(), sample.number() + 1);
            });
    assertThat(next)
        .hasSize(threads)
        .allSatisfy((name, count) -> assertThat(count).isEqualTo(each));
    assertThat(audit.complete()).as("%s", audit).isTrue();
    assertThat(audit.records()).isEqualTo(threads * each);
    ProducerAudit producer = audit.producers().get(0);
    assertThat(producer.name()).isEqualTo("service");
    assertThat(producer.id()).isEqualTo(String.format("%016x", report.producerId()));
    assertThat(producer.emitted()).isEqualTo(report.emitted());
    assertThat(producer.balanced()).isTrue();
  }

  @Test
  void reader_with_keys_hands_out_and_counts_what_was_signed_and_nothing_else() throws Exception {
    Path keys = Files.createTempFile(scratch, "keys", ""); // for its owner alone
    Files.writeString(keys, Base64.getEncoder().encodeToString(new byte[48]));
    Collector stranger = open("producer=stranger");
    emit(stranger.rows(), "forged", 0, 2_000);
    assertThat(stranger.close(CLOSE).acknowledged()).isEqualTo(2_000);
    Collector signing = open("producer=signing&sign=" + keys);
    emit(signing.rows(), "genuine", 0, 3_000);
    assertThat(signing.close(CLOSE).acknowledged()).isEqualTo(3_000);

    assertThat(read(sample -> {}).records()).as("without keys").isEqualTo(5_000);
    List<String> reasons = new ArrayList<>();
    try (RecordStream stream =
        RecordStream.builder(source())
            .verifyKey(keys)
            .damageListener(damage -> reasons.add(damage.reason()))
            .open()) {
      stream.drain(
          (cursor, chunk) -> assertThat(chunk.accounting().producerName()).isEqualTo("signing"));
      Audit audit = stream.audit();
      assertThat(audit.records()).isEqualTo(3_000);
      assertThat(audit.damaged()).isEqualTo(reasons.size());
      assertThat(audit.complete()).isFalse();
      assertThat(audit.producers()).singleElement().matches(ProducerAudit::complete);
    }
    assertThat(reasons).isNotEmpty().containsOnly("chunk is not signed");
  }

  @Test
  void source_without_an_end_is_refused_by_drain_at_once() throws Exception {
    Collector collector = open("");
    emit(collector.rows(), "one", 0, 1);
    assertThat(collector.close(CLOSE).balanced()).isTrue();
    assertNotDrained(follow());
  }

  static void assertNotDrained(String uri) throws IOException {
    try (RecordStream stream = RecordStream.builder(uri).open()) {
      assertThatThrownBy(() -> stream.drain((cursor, chunk) -> {}))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("add until=end");
    }
  }

  @Test
  void any_text_arrives_as_it_was() throws Exception {
    String longest = "ä".repeat(32_768);
    List<String> texts =
        Arrays.asList(
            null, "", "größer", "漢字", "🚰 sluice", "\ud800 alone", "alone \udc00", "\0", longest);
    Collector collector = open("");
    SampleWriter writer = SampleWriter.create(collector.rows());
    for (String text : texts) {
      assertThat(writer.emit(new Sample(symbolFor(text), text, 0, System.nanoTime())))
          .as("emit of %.20s", text)
          .isTrue();
    }
    assertThat(writer.emit(new Sample("s", longest + "!", 0, System.nanoTime())))
        .as("64 KiB and one byte")
        .isFalse();
    assertThat(collector.close(CLOSE).balanced()).isTrue();
    List<String> arrived = new ArrayList<>();
    List<String> symbols = new ArrayList<>();
    Audit audit =
        read(
            sample -> {
              arrived.add(sample.text());
              symbols.add(sample.symbol());
            });
    assertThat(arrived).isEqualTo(texts);
    assertThat(symbols).isEqualTo(texts.stream().map(EndToEndContract::symbolFor).toList());
    assertThat(audit.producers())
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.dropped().of(DropCause.OVERSIZE)).isEqualTo(1);
              assertThat(p.dropped().total()).isEqualTo(1);
              assertThat(p.balanced()).isTrue();
            });
  }

  private static String symbolFor(String text) {
    return text != null && text.length() > 100 ? "long" : "symbol " + text;
  }

  @Test
  void producers_whose_strings_have_identical_ids_are_not_mixed_up() throws Exception {
    Collector first = open("producer=first");
    Collector second = open("producer=second");
    for (int round = 0; round < 20; round++) {
      emit(first.rows(), "of first", round * 10, 10);
      emit(second.rows(), "of second", round * 10, 10);
      assertThat(first.flush(CLOSE)).isTrue();
      assertThat(second.flush(CLOSE)).isTrue();
    }
    first.close(CLOSE);
    second.close(CLOSE);
    Map<String, Long> seen = new HashMap<>();
    Audit audit =
        RecordStreams.read(
            source(),
            (sample, chunk) -> {
              assertThat(sample.symbol()).isEqualTo("of " + chunk.accounting().producerName());
              seen.merge(sample.symbol(), 1L, Long::sum);
            });
    assertThat(seen).isEqualTo(Map.of("of first", 200L, "of second", 200L));
    assertThat(audit.complete()).isTrue();
    assertThat(audit.producers()).hasSize(2).allMatch(ProducerAudit::complete);
  }

  @Test
  void restarted_program_is_a_new_producer_and_both_are_complete() throws Exception {
    for (int start = 0; start < 2; start++) {
      Collector collector = open("producer=restarted");
      emit(collector.rows(), "start " + start, 0, 1000);
      collector.close(CLOSE);
    }
    Audit audit = read(sample -> {});
    assertThat(audit.complete()).as("%s", audit).isTrue();
    assertThat(audit.producers())
        .hasSize(2)
        .allMatch(p -> p.name().equals("restarted") && p.delivered() == 1000);
  }

  @Test
  void restarted_reader_with_positions_delivers_each_record_once() throws Exception {
    Collector collector = open("chunk.records=100");
    emit(collector.rows(), "all", 0, 5000);
    collector.close(CLOSE);
    FilePositionStore positions = FilePositionStore.create(scratch.resolve("positions"));
    List<Long> numbers = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder(source()).positions(positions).open()) {
      assertThatThrownBy(
              () ->
                  stream.drain(
                      RecordStream.typed(
                          SampleReader.create(),
                          sample -> {
                            if (sample.number() == 2500) {
                              throw new IllegalStateException("crash");
                            }
                            numbers.add(sample.number());
                          })))
          .hasMessage("crash");
    }
    List<Long> again = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder(source()).positions(positions).open()) {
      stream.drain(RecordStream.typed(SampleReader.create(), sample -> again.add(sample.number())));
      assertThat(stream.audit().complete()).as("%s", stream.audit()).isTrue();
    }
    // Chunks that were handled whole are remembered if their poll was; the rest comes again, in
    // order.
    assertThat(numbers).hasSize(2500);
    assertThat(again).endsWith(4999L).startsWith(again.get(0));
    assertThat(again.get(0)).isLessThanOrEqualTo(2500L);
    assertThat(again).hasSize((int) (5000 - again.get(0)));
  }

  @Test
  void poison_in_the_middle_is_quarantined_and_everything_else_arrives() throws Exception {
    Collector collector = open("producer=p");
    emit(collector.rows(), "before", 0, 100);
    assertThat(collector.flush(CLOSE)).isTrue();
    byte[] garbage = "poison, not a chunk".getBytes(StandardCharsets.UTF_8);
    poison(garbage);
    emit(collector.rows(), "after", 0, 100);
    CollectorReport report = collector.close(CLOSE);
    Path quarantine = scratch.resolve("quarantine");
    List<String> seen = new ArrayList<>();
    Audit audit;
    try (RecordStream stream = RecordStream.builder(source()).quarantine(quarantine).open()) {
      stream.drain(RecordStream.typed(SampleReader.create(), sample -> seen.add(sample.symbol())));
      audit = stream.audit();
    }
    assertThat(seen).hasSize(200).filteredOn("before"::equals).hasSize(100);
    assertThat(report.acknowledged()).isEqualTo(200);
    assertThat(audit.damaged()).isEqualTo(1);
    assertThat(audit.skippedBytes()).isEqualTo(garbage.length);
    assertThat(audit.complete()).isFalse();
    assertThat(audit.producers()).singleElement().satisfies(p -> assertThat(p.complete()).isTrue());
    try (Stream<Path> kept = Files.list(quarantine)) {
      assertThat(kept.map(EndToEndContract::contents)).contains("poison, not a chunk");
    }
  }

  @Warns("it.sample.1.number is DOUBLE here but LONG in the chunk")
  @Test
  void records_that_do_not_fit_their_reader_are_set_aside_and_can_be_read_later() throws Exception {
    Collector collector = open("chunk.records=10");
    emit(collector.rows(), "s", 0, 25);
    collector.close(CLOSE);
    Path quarantine = scratch.resolve("quarantine");
    RecordType older =
        new RecordType("it.sample", 1, List.of(Field.of("number", FieldType.DOUBLE)));
    try (RecordStream stream = RecordStream.builder(source()).quarantine(quarantine).open()) {
      assertThat(stream.drain(RecordStream.typed(new MappingReader(older), number -> {}))).isZero();

      ProducerAudit audit = stream.audit().producers().get(0);
      assertThat(audit.rejected()).isEqualTo(25);
      assertThat(audit.gaps()).isZero();
      assertThat(audit.balanced()).isTrue();
      assertThat(audit.complete()).isFalse();
    }
    List<Long> numbers = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + quarantine + "/*.chunk").open()) {
      stream.drain(
          RecordStream.typed(SampleReader.create(), sample -> numbers.add(sample.number())));
    }
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 25).boxed().toList());
  }

  /** Reads the first field of a type, as the compiled readers do. */
  private record MappingReader(RecordType type) implements RecordReader<Double> {
    @Override
    public Class<Double> recordClass() {
      return Double.class;
    }

    @Override
    public Double read(RecordCursor cursor) {
      return cursor.doubleValue(FieldMapping.of(type, cursor.type()).index(0));
    }
  }

  @Test
  void records_arrive_while_more_are_emitted_without_a_flush_or_a_close() throws Exception {
    Latencies latencies = Latencies.measure(sink("delay=50ms"), follow(), 50, Duration.ofMillis(7));
    System.Logger log = System.getLogger(getClass().getName());
    log.log(System.Logger.Level.INFO, latencies);
  }

  /** A source that has no end. */
  abstract String follow();

  /** How the chunks are encoded. */
  String serializer() {
    return "binary";
  }

  Collector open(String options) {
    return ChunkingCollector.open(Endpoint.parse(sink(options)));
  }

  private String sink(String options) {
    String uri = sink() + (sink().contains("?") ? "&" : "?") + "serializer=" + serializer();
    return options.isEmpty() ? uri : uri + "&" + options;
  }

  static void emit(RowSink rows, String symbol, long from, int count) {
    SampleWriter writer = SampleWriter.create(rows);
    var registered = rows.symbol(symbol);
    for (long i = from; i < from + count; i++) {
      writer.emit(registered, "n" + i % 100, i, System.nanoTime());
    }
  }

  private Audit read(Consumer<Sample> consumer) throws IOException {
    return RecordStreams.read(source(), (sample, chunk) -> consumer.accept(sample));
  }

  private static String contents(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
