package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Chunks that the encoders wrote when version 1 was frozen, and at each release since, stay
 * readable. The files are never written again: {@link #write_the_corpus} made them and refuses to
 * do so twice.
 */
@Tag("one-jdk")
class CorpusTest {
  private static final int LARGEST_TEXT = 40_000;
  private static final long CLOCK = 1_800_000_000_000_000_000L;

  /** What {@code sha256sum *} prints of each folder, as one SHA-256. */
  private static final Map<String, String> FROZEN =
      Map.of(
          "v1", "66167d3f0de4df47ae3982d81f75bc6456c0b2c03c542a18e41623bfe090b574",
          "0.1.0", "fab3ded27e4524a87ec272a85725bfcd1800caf39f8f4646bc6fbf2c95c29dc2");

  static List<Path> corpus() {
    return SpecFiles.corpus();
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void a_chunk_of_version_1_is_decoded_to_the_lines_of_then(Path chunk) {
    Decoded decoded = JavaDecoder.decode(SpecFiles.bytes(chunk));

    assertThat(decoded.exitCode()).isZero();
    SpecFiles.assertLines(chunk, decoded.lines());
  }

  @Test
  void the_reference_decoder_reads_the_corpus_too() {
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Path chunk : corpus()) {
        SpecFiles.assertLines(chunk, python.decode(SpecFiles.bytes(chunk)).lines());
      }
    }
  }

  @Test
  void no_file_of_a_release_is_changed_added_or_gone() {
    Map<String, String> sums = new TreeMap<>();
    for (Path folder : SpecFiles.corpora()) {
      StringBuilder lines = new StringBuilder();
      for (Path file : SpecFiles.files(folder)) {
        String sum = SpecFiles.sha256(SpecFiles.bytes(file));
        lines.append(sum).append("  ").append(file.getFileName()).append('\n');
      }
      byte[] all = lines.toString().getBytes(StandardCharsets.US_ASCII);
      sums.put(folder.getFileName().toString(), SpecFiles.sha256(all));
    }

    assertThat(sums).isEqualTo(FROZEN);
  }

  /**
   * By hand, once for each release: {@code
   * -Dsluice.corpus.write=container-format-spec/corpus/0.2.0}; then it goes into {@link #FROZEN}.
   */
  @Test
  void write_the_corpus() throws Exception {
    if (System.getProperty("sluice.corpus.write", "").isEmpty()) {
      System.out.println("skipped: the corpus is written by hand, -Dsluice.corpus.write=DIR");
      assumeTrue(false, "no -Dsluice.corpus.write");
    }
    Path directory = Path.of("..", System.getProperty("sluice.corpus.write"));
    Files.createDirectories(directory);
    for (String name : List.of("binary", "protobuf")) {
      write(directory, SerializerPair.named(name), name, Map.of());
    }
    SerializerPair binary = SerializerPair.named("binary");
    write(directory, binary, "binary-lz4", Map.of("compression", "lz4"));
  }

  private static void write(
      Path directory, SerializerPair pair, String name, Map<String, String> options)
      throws Exception {
    for (Map.Entry<String, TestBatch> stream : streams().entrySet()) {
      ChunkEncoder encoder = pair.encoder(options);
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      int rows = stream.getValue().size();
      // Several chunks of one encoder, because it learns from one to the next.
      int step = Math.max(1, (rows + 2) / 3);
      for (int from = 0, sequence = 0; from < rows; from += step, sequence++) {
        RowBatch batch = stream.getValue().build(from, Math.min(rows, from + step));
        file.writeBytes(numbered(pair, pair.chunk(encoder, batch, CLOCK), sequence).toByteArray());
      }
      create(directory, name + "-" + stream.getKey(), file.toByteArray());
    }
  }

  /** The same chunk as number {@code sequence} of its producer. */
  private static Chunk numbered(SerializerPair pair, Chunk chunk, int sequence) {
    ChunkHeader h = chunk.header();
    Accounting accounting =
        new Accounting.Builder(0x5153)
            .name("corpus")
            .sequence(sequence)
            .emitted(1_000_000)
            .clockOffset(CLOCK)
            .build();
    return pair.chunk(
        SerializerPair.body(chunk),
        ChunkHeader.of(h.serializerId(), 0, h.recordCount(), accounting)
            .compressed(h.compression(), h.rawLength()));
  }

  private static Map<String, TestBatch> streams() {
    Map<String, TestBatch> streams = new LinkedHashMap<>();
    for (int records : new int[] {1, 16, 300, 3072}) {
      streams.put("operations-" + records, SampleRecords.operations(records));
      streams.put("mixed-" + records, SampleRecords.mixed(records));
    }
    streams.put("operations-20000", SampleRecords.operations(20_000));
    for (int seed = 1; seed <= 8; seed++) {
      Random random = new Random(seed);
      RandomRecords records = new RandomRecords(random);
      TestBatch batch = new TestBatch();
      for (int i = 0; i < seed * seed * 15; i++) {
        records.addTo(batch);
      }
      streams.put("random-" + seed, batch);
    }
    return streams;
  }

  private static void create(Path directory, String name, byte[] chunks) throws IOException {
    Decoded decoded = JavaDecoder.decode(chunks);
    assertThat(decoded.exitCode()).isZero();
    createNew(directory.resolve(name + ".chunk"), chunks);
    if (decoded.lines().length <= LARGEST_TEXT) {
      createNew(directory.resolve(name + ".jsonl"), decoded.lines());
    } else {
      String digest = SpecFiles.sha256(decoded.lines()) + "\n";
      createNew(directory.resolve(name + ".sha256"), digest.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void createNew(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }
}
