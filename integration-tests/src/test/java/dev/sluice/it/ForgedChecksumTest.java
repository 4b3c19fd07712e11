package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.RawReader;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.streams.Audit;
import dev.sluice.streams.Positions;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import dev.sluice.tools.Notices;
import dev.sluice.tools.convert.Compaction;
import dev.sluice.tools.convert.Merge;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Somebody who knows a chunk makes another one with its producer, sequence, totals, record count
 * and CRC. Wherever and in whatever order both are read, the genuine records are delivered, and
 * nothing is complete.
 */
@Tag("one-jdk")
@ExtendWith(SharedBroker.class)
class ForgedChecksumTest {
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  @TempDir Path directory;
  private final Set<String> records = new TreeSet<>();
  private int files;

  /** How chunks come to the reader. */
  private enum Medium {
    PARTITIONS,
    THREADS,
    FILE,
    FILES,
    MERGED,
    COMPACTED,
    RESTORED,
    MADE_ANEW,
    PART_OF_A_CHUNK
  }

  /** What a seed draws: chunks by partition, in the order in which they are read. */
  private static final class Draw {
    final Random random;
    final Set<String> genuine = new TreeSet<>();
    final Set<String> forged = new TreeSet<>();
    final List<List<Chunk>> partitions = new ArrayList<>();
    int attempts;

    Draw(long seed) throws Exception {
      random = new Random(seed);
      List<Chunk> first = new ArrayList<>();
      List<Chunk> second = new ArrayList<>();
      int producers = 1 + random.nextInt(3);
      for (int producer = 0; producer < producers; producer++) {
        addProducer(random.nextLong(), first, second);
      }
      List<Chunk> all = new ArrayList<>(first);
      all.addAll(second);
      for (int replays = random.nextInt(4); replays > 0; replays--) {
        second.add(all.get(random.nextInt(all.size())));
      }
      arrange(first, second);
    }

    private void addProducer(long id, List<Chunk> real, List<Chunk> lies) throws Exception {
      int chunks = 2 + random.nextInt(5);
      long emitted = 0;
      for (int sequence = 0; sequence < chunks; sequence++) {
        int count = random.nextInt(4) + (sequence == 0 ? 1 : 0);
        emitted += count;
        Accounting accounting =
            new Accounting.Builder(id)
                .name("shop")
                .sequence(sequence)
                .emitted(emitted)
                .end(sequence == chunks - 1)
                .build();
        Chunk chunk = chunk(accounting, "genuine", count, genuine);
        real.add(chunk);
        if (sequence == 0 || random.nextBoolean()) {
          Chunk like = chunk(accounting, "forged", count, forged);
          lies.add(ChecksumForger.forge(chunk, SerializerPair.body(like)));
          attempts++;
        }
      }
    }

    private static Chunk chunk(Accounting accounting, String text, int count, Set<String> texts)
        throws Exception {
      TestBatch rows = new TestBatch();
      for (int i = 0; i < count; i++) {
        String each = text + '-' + accounting.producer() + '-' + accounting.sequence() + '-' + i;
        rows.add(NoteChunks.ONE, 0L, each);
        texts.add(each);
      }
      Chunk like = BINARY.chunk(BINARY.encoder(), rows.build());
      ChunkHeader header = ChunkHeader.of(like.header().serializerId(), 0, count, accounting);
      return BINARY.chunk(SerializerPair.body(like), header);
    }

    /** Genuine or forged ones first, in turns, or all in any order, in up to three partitions. */
    private void arrange(List<Chunk> real, List<Chunk> lies) {
      switch (random.nextInt(4)) {
        case 0 -> partitions.addAll(List.of(real, lies));
        case 1 -> partitions.addAll(List.of(lies, real));
        default -> {
          List<Chunk> all = new ArrayList<>(real);
          all.addAll(lies);
          Collections.shuffle(all, random);
          int count = 1 + random.nextInt(3);
          for (int i = 0; i < count; i++) {
            partitions.add(new ArrayList<>());
          }
          all.forEach(chunk -> partitions.get(random.nextInt(count)).add(chunk));
        }
      }
    }

    List<Chunk> all() {
      return partitions.stream().flatMap(List::stream).toList();
    }
  }

  /** Partitions in memory, a poll for each. */
  private record Memory(String name, List<List<Chunk>> rest) implements RawReader {
    Memory(String name, List<List<Chunk>> rest) {
      this.name = name;
      this.rest = new ArrayList<>(rest);
    }

    @Override
    public int poll(ChunkHandler handler, Duration timeout) {
      if (rest.isEmpty()) {
        return 0;
      }
      List<Chunk> chunks = rest.get(0);
      for (int i = 0; i < chunks.size(); i++) {
        handler.chunk(chunks.get(i), new SourcePosition(name + "-" + rest.size(), i));
      }
      handler.beforeAcknowledge();
      rest.remove(0);
      return chunks.size();
    }

    @Override
    public boolean exhausted() {
      return rest.isEmpty();
    }

    @Override
    public void wakeup() {}

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @EnumSource(Medium.class)
  void a_chunk_with_the_checksum_of_a_genuine_one_hides_nothing(Medium medium) throws Exception {
    long first = Seeds.first("forged checksums, " + medium);
    int attempts = 0;
    for (long seed = first; seed < first + Seeds.count(30); seed++) {
      records.clear();
      Draw draw = new Draw(seed);
      attempts += draw.attempts;
      assertNothingIsHidden(draw, read(draw, medium), "seed " + seed);
    }
    System.out.println("forged checksums, " + medium + ": " + attempts + " forged chunks");
  }

  private void assertNothingIsHidden(Draw draw, Audit audit, String seed) {
    assertThat(records).as(seed).containsAll(draw.genuine).containsAll(draw.forged);
    assertThat(audit.complete()).as(seed).isFalse();
    assertThat(audit.producers())
        .as(seed)
        .extracting(ProducerAudit::conflicts)
        .allMatch(conflicts -> conflicts > 0);
  }

  private Audit read(Draw draw, Medium medium) throws Exception {
    return switch (medium) {
      case PARTITIONS -> drain(RecordStream.builder(new Memory("p", draw.partitions)));
      case THREADS -> drain(RecordStream.builder(new Memory("p", draw.partitions)).parallelism(2));
      case FILE -> drain(RecordStream.builder("file:" + file(draw.all())));
      case FILES -> drain(RecordStream.builder("file:" + folder(draw.partitions)));
      case MERGED -> {
        List<SourceSpec> sources = new ArrayList<>();
        for (List<Chunk> chunks : draw.partitions) {
          if (!chunks.isEmpty()) {
            sources.add(SourceSpec.of(file(chunks).toString()));
          }
        }
        Path merged = next();
        Merge.run(sources, merged.toString(), Notices.NONE);
        yield drain(RecordStream.builder("file:" + merged));
      }
      case COMPACTED -> {
        Path compacted = next();
        SourceSpec source = SourceSpec.of(file(draw.all()).toString());
        new Compaction(100, "none").run(source, compacted.toString(), Notices.NONE);
        yield drain(RecordStream.builder("file:" + compacted));
      }
      case RESTORED -> {
        int until = draw.random.nextInt(draw.partitions.size() + 1);
        Positions half = first(new Memory("p", draw.partitions.subList(0, until)));
        yield drain(RecordStream.builder(new Memory("q", draw.partitions)).resume(half));
      }
      case MADE_ANEW -> {
        Positions half = first(new Memory("p", draw.partitions));
        Collections.reverse(draw.partitions);
        draw.partitions.forEach(Collections::reverse);
        yield drain(RecordStream.builder(new Memory("p", draw.partitions)).resume(half));
      }
      case PART_OF_A_CHUNK -> {
        Positions part = part(new Memory("p", draw.partitions), draw.random.nextInt(8));
        Collections.reverse(draw.partitions);
        yield drain(RecordStream.builder(new Memory("q", draw.partitions)).resume(part));
      }
    };
  }

  private void note(RecordCursor cursor) {
    synchronized (records) {
      records.add(cursor.text(1));
    }
  }

  private Audit drain(RecordStreamBuilder builder) throws IOException {
    try (RecordStream stream = builder.open()) {
      stream.drain((cursor, chunk) -> note(cursor));
      return stream.audit();
    }
  }

  private Positions first(RawReader reader) throws IOException {
    try (RecordStream stream = RecordStream.builder(reader).open()) {
      stream.drain((cursor, chunk) -> note(cursor));
      return Positions.parse(stream.positions().toText());
    }
  }

  /** Stops behind so many records, in the middle of a chunk if it has more. */
  private Positions part(RawReader reader, int count) throws IOException {
    int[] left = {count};
    try (RecordStream stream = RecordStream.builder(reader).open()) {
      stream.poll(
          (cursor, chunk) -> {
            note(cursor);
            if (left[0]-- == 0) {
              stream.stop();
            }
          },
          Duration.ZERO);
      return Positions.parse(stream.positions().toText());
    }
  }

  private Path next() {
    return directory.resolve("file-" + files++ + ".slu");
  }

  private Path file(List<Chunk> chunks) throws IOException {
    return write(next(), chunks);
  }

  private static Path write(Path file, List<Chunk> chunks) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      for (Chunk chunk : chunks) {
        out.write(chunk.toByteArray());
      }
    }
    return file;
  }

  private Path folder(List<List<Chunk>> partitions) throws IOException {
    Path folder = Files.createDirectory(directory.resolve("folder-" + files++));
    for (int i = 0; i < partitions.size(); i++) {
      write(folder.resolve(i + ".slu"), partitions.get(i));
    }
    return folder;
  }

  @Test
  void nor_does_it_on_a_topic(KafkaBroker broker) throws Exception {
    long first = Seeds.first("forged checksums on a topic");
    for (long seed = first; seed < first + Math.min(100, Seeds.count(4)); seed++) {
      records.clear();
      Draw draw = new Draw(seed);
      String topic = Topics.create(broker, 3);
      send(broker, topic, draw.partitions);
      Audit audit = drain(RecordStream.builder(Topics.uri(broker, topic) + "?until=end"));
      assertNothingIsHidden(draw, audit, "seed " + seed);
    }
  }

  @Test
  void nor_does_it_where_a_topic_is_analysed_by_several(KafkaBroker broker) throws Exception {
    Draw draw = new Draw(Seeds.first("forged checksums, distributed"));
    String topic = Topics.create(broker, 3);
    send(broker, topic, draw.partitions);
    Path report = directory.resolve("report");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Terminal terminal = new Terminal(out, new PrintStream(out, true), false);
    String uri = Topics.uri(broker, topic);

    // No record is of a type that is analysed, so parts of chunks differ by their origin alone.
    Main.run(terminal, "analyze", uri, "--distributed", "-o", report.toString());
    assertThat(out.toString()).contains(" in conflict with others");
    assertThat(report.resolve("audit.json")).content().contains("\"complete\":false");
  }

  private static void send(KafkaBroker broker, String topic, List<List<Chunk>> partitions) {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 0; i < partitions.size(); i++) {
        for (Chunk chunk : partitions.get(i)) {
          producer.send(new ProducerRecord<>(topic, i, null, chunk.toByteArray()));
        }
      }
    }
  }
}
