package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference decoder in Python beside the Java one. */
@Tag("one-jdk")
class ReferenceDecoderTest {
  private static final int ROUNDS = Seeds.amount(4, 20);

  @TempDir private Path directory;

  @Test
  void it_decodes_each_vector_to_its_lines() {
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Path vector : SpecFiles.vectors()) {
        if (SpecFiles.name(vector).startsWith("zstd-")) {
          continue; // Python 3.11 has no zstd
        }
        Decoded decoded = python.decode(SpecFiles.bytes(vector));
        SpecFiles.assertUnread(vector, decoded);
        SpecFiles.assertLines(vector, decoded.lines());
      }
    }
  }

  @Test
  void it_takes_signed_chunks_alone_if_it_has_keys() throws Exception {
    Path keys = SpecFiles.keys(directory);
    try (PythonDecoder python = PythonDecoder.start(keys.toString())) {
      for (Path file : SpecFiles.signed()) {
        assertThat(python.decode(SpecFiles.bytes(file)).comparable())
            .as(SpecFiles.name(file))
            .isEqualTo(JavaDecoder.verify(SpecFiles.bytes(file), keys).comparable());
      }
    }
    Path chunk = SpecFiles.ROOT.resolve("vectors/signed/refused-wrong-key.chunk");
    String option = "--verify-key=" + keys;
    assertThat(PythonDecoder.run(SpecFiles.DECODER, option, chunk.toString()).damages())
        .first()
        .asString()
        .contains("@0: signature: ");
    assertThat(PythonDecoder.run(SpecFiles.DECODER, chunk.toString()).exitCode())
        .isEqualTo(ExitCode.OK);
    String none = "--verify-key=" + chunk;
    assertThat(PythonDecoder.run(SpecFiles.DECODER, none, chunk.toString()).exitCode())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void it_refuses_each_evil_file_for_its_reason() {
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Path file : SpecFiles.evil()) {
        Decoded decoded = python.decode(SpecFiles.bytes(file));
        assertThat(decoded.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(decoded.lines()).isEmpty();
        String key = SpecFiles.name(file).contains("zstd") ? "compression" : SpecFiles.key(file);
        assertThat(decoded.damages().get(0))
            .as(SpecFiles.name(file))
            .contains("input@0: " + key + ": ");
      }
    }
  }

  @Test
  void it_decodes_random_chunks_of_every_serializer() throws Exception {
    long seed = Seeds.first("chunks for the reference decoder");
    Random random = new Random(seed);
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Serializer serializer : ServiceLoader.load(Serializer.class)) {
        SerializerPair pair = SerializerPair.named(serializer.name());
        ChunkEncoder encoder = pair.encoder();
        for (int round = 0; round < ROUNDS; round++) {
          byte[] chunk = randomChunk(pair, encoder, random).toByteArray();
          assertThat(python.decode(chunk).comparable())
              .as("seed %d: %s, round %d", seed, serializer.name(), round)
              .isEqualTo(JavaDecoder.decode(chunk).comparable())
              .startsWith("exit code 0\n{");
        }
      }
    }
  }

  private static Chunk randomChunk(SerializerPair pair, ChunkEncoder encoder, Random random)
      throws Exception {
    RandomRecords records = new RandomRecords(random);
    TestBatch rows = new TestBatch();
    for (int i = random.nextInt(random.nextInt(5) == 0 ? 3000 : 200); i >= 0; i--) {
      records.addTo(rows);
    }
    return pair.chunk(encoder, rows.build(), random.nextLong());
  }

  @Test
  void it_refuses_zstd_in_one_line() throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    ChunkEncoder encoder = binary.encoder(Map.of("compression", "zstd"));
    byte[] chunk = binary.chunk(encoder, SampleRecords.mixed(300).build()).toByteArray();
    assertThat(JavaDecoder.decode(chunk).exitCode()).isZero();
    try (PythonDecoder python = PythonDecoder.start()) {
      Decoded refused = python.decode(chunk);
      assertThat(refused.lines()).isEmpty();
      assertThat(refused.damages())
          .hasSize(2)
          .first()
          .asString()
          .contains("compression: needs compression 2 of the body");
    }
  }

  @Tag("full")
  @Test
  void it_does_on_the_command_line_what_cat_does() throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    byte[] mixed = binary.chunk(binary.encoder(), SampleRecords.mixed(300).build()).toByteArray();
    byte[] vector = SpecFiles.bytes(SpecFiles.ROOT.resolve("vectors/types-all.chunk"));
    byte[] evil = SpecFiles.bytes(SpecFiles.ROOT.resolve("vectors/evil/width--65.chunk"));
    byte[] cut = Arrays.copyOf(mixed, mixed.length - 1);
    assertSame(ExitCode.OK, vector, mixed);
    assertSame(
        ExitCode.INCOMPLETE,
        vector,
        "junk S\u00f9\u00f9 junk".getBytes(StandardCharsets.ISO_8859_1),
        evil,
        mixed,
        new byte[3]);
    assertSame(ExitCode.INCOMPLETE, cut, vector);
    // A file of one damaged chunk is damaged to cat, and without a chunk to the decoder.
    Path damaged = Files.write(directory.resolve("damaged.slu"), evil);
    assertThat(cat(damaged).exitCode()).isEqualTo(ExitCode.INCOMPLETE);
    assertSame(ExitCode.USAGE, new byte[100]);
    assertSame(ExitCode.USAGE);
    Path missing = directory.resolve("missing");
    assertThat(PythonDecoder.run(SpecFiles.DECODER, missing.toString()).exitCode())
        .isEqualTo(cat(missing).exitCode());
  }

  @Test
  void it_shows_producers_and_escapes_as_cat_does() throws Exception {
    String evil =
        "x\u001b[2J\r\nfake\u007f\u009b2J\u00ad\u061c\u200b\u202e\u2066\ufeff\ufffb\"\\😀";
    RecordType type =
        new RecordType(
            "test.evil",
            1,
            List.of(
                Field.of("_producer", FieldType.STRING),
                Field.of("__producerId", FieldType.STRING),
                Field.of("_attributes", FieldType.STRING),
                Field.of(evil, FieldType.CHAR),
                Field.of("_producers\n", FieldType.INT)));
    TestBatch rows = new TestBatch().add(type, evil, "a\ud800", "b", '\u009b', 1);

    assertSame(ExitCode.OK, ofProducer(evil, rows), ofProducer(null, rows));
    Path file = directory.resolve("parts.slu");
    assertThat(new String(cat(file).lines(), StandardCharsets.UTF_8))
        .startsWith("{\"_producer\":\"x\\u001b[2J\\r\\nfake\\u007f\\u009b2J")
        .contains(",\"_attributes\":{\"env\":\"x\\u001b[2J")
        .contains("\"type\":\"test.evil.1\",\"__producer\":")
        .contains(",\"__attributes\":\"b\"")
        .contains("{\"_producer\":null,\"_producerId\":\"");
  }

  @Test
  void it_leaves_out_too_much_text_of_a_chunk_where_cat_does() throws Exception {
    TestBatch rows = SampleRecords.mixed(1000);
    byte[] real = ofProducer("real", SampleRecords.mixed(3));
    byte[] all = ofProducer("bomb", rows);
    Path file = directory.resolve("bomb.slu");
    Files.write(file, all);
    Files.write(file, real, StandardOpenOption.APPEND);

    for (int most : new int[] {1, 5_000, 5_001, 100_000}) {
      Decoded python =
          PythonDecoder.run(SpecFiles.DECODER, "--chunk-text=" + most, file.toString());
      assertThat(python.comparable()).isEqualTo(cat(file, "--chunk-text=" + most).comparable());
      assertThat(python.exitCode()).isEqualTo(ExitCode.INCOMPLETE);
      assertThat(python.damages()).isNotEmpty().first().asString().contains("chunk-text: ");
      assertThat(python.lines().length).isGreaterThan(most).isLessThan(most + 50_000);
    }
  }

  private static byte[] ofProducer(String name, TestBatch rows) throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    Chunk like = binary.chunk(binary.encoder(), rows.build());
    long id = name == null ? -1 : name.hashCode();
    Accounting accounting =
        new Accounting.Builder(id).name(name).end(true).emitted(rows.size()).build();
    Attributes attributes = name == null ? Attributes.NONE : Attributes.of(Map.of("env", name));
    ChunkHeader header =
        ChunkHeader.of(like.header().serializerId(), 0, rows.size(), accounting).with(attributes);
    return binary.chunk(SerializerPair.body(like), header).toByteArray();
  }

  private void assertSame(int exitCode, byte[]... parts) throws Exception {
    Path file = directory.resolve("parts.slu");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    Files.write(file, all.toByteArray());
    for (String[] option :
        new String[][] {{}, {"--long-as-string"}, {"--bare"}, {"--chunk-text=100000000"}}) {
      List<String> arguments = new ArrayList<>(Arrays.asList(option));
      arguments.add(file.toString());
      Decoded python = PythonDecoder.run(SpecFiles.DECODER, arguments.toArray(String[]::new));
      assertThat(python.comparable()).isEqualTo(cat(file, option).comparable());
      assertThat(python.exitCode()).isEqualTo(exitCode);
      assertThat(python.damages().isEmpty()).isEqualTo(exitCode == ExitCode.OK);
    }
  }

  private static Decoded cat(Path file, String... options) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> arguments = new ArrayList<>(List.of("cat", "--format", "jsonl", file.toString()));
    arguments.addAll(Arrays.asList(options));
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, errors, false), arguments.toArray(String[]::new));
    return new Decoded(
        code, out.toByteArray(), err.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
