package dev.sluice.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Serializer;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference decoder in Python beside the Java one. */
class ReferenceDecoderTest {
  private static final int ROUNDS = 20;

  @TempDir private Path directory;

  @Test
  void it_decodes_each_vector_to_its_lines() {
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Path vector : SpecFiles.vectors()) {
        Decoded decoded = python.decode(SpecFiles.bytes(vector));
        assertThat(decoded.damages()).as(SpecFiles.name(vector)).isEmpty();
        SpecFiles.assertLines(vector, decoded.lines());
      }
    }
  }

  @Test
  void it_refuses_each_evil_file_for_its_reason() {
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Path file : SpecFiles.evil()) {
        Decoded decoded = python.decode(SpecFiles.bytes(file));
        assertThat(decoded.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(decoded.lines()).isEmpty();
        assertThat(decoded.damages().get(0))
            .as(SpecFiles.name(file))
            .contains("input@0: " + SpecFiles.key(file) + ": ");
      }
    }
  }

  @Test
  void it_decodes_random_chunks_of_every_serializer() throws Exception {
    Random random = Seeds.random("chunks for the reference decoder");
    try (PythonDecoder python = PythonDecoder.start()) {
      for (Serializer serializer : ServiceLoader.load(Serializer.class)) {
        SerializerPair pair = SerializerPair.named(serializer.name());
        ChunkEncoder encoder = pair.encoder();
        for (int round = 0; round < ROUNDS; round++) {
          byte[] chunk = randomChunk(pair, encoder, random).toByteArray();
          assertThat(python.decode(chunk).comparable())
              .as("%s, round %d", serializer.name(), round)
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
          .contains("compression: zstd is not known");
    }
  }

  @Test
  void it_does_on_the_command_line_what_cat_does() throws Exception {
    SerializerPair binary = SerializerPair.named("binary");
    byte[] mixed = binary.chunk(binary.encoder(), SampleRecords.mixed(3000).build()).toByteArray();
    byte[] vector = SpecFiles.bytes(SpecFiles.ROOT.resolve("vectors/types-all.chunk"));
    byte[] evil = SpecFiles.bytes(SpecFiles.ROOT.resolve("vectors/evil/width--65.chunk"));
    byte[] cut = Arrays.copyOf(mixed, mixed.length - 1);
    assertSame(ExitCode.OK, vector, mixed);
    assertSame(ExitCode.INCOMPLETE, vector, "junk SLU junk".getBytes(), evil, mixed, new byte[3]);
    assertSame(ExitCode.INCOMPLETE, cut, vector);
    assertSame(ExitCode.USAGE, evil);
    assertSame(ExitCode.USAGE, new byte[100]);
    assertSame(ExitCode.USAGE);
    Path missing = directory.resolve("missing");
    assertThat(PythonDecoder.run(SpecFiles.DECODER, missing.toString()).exitCode())
        .isEqualTo(cat(missing).exitCode());
  }

  private void assertSame(int exitCode, byte[]... parts) throws Exception {
    Path file = directory.resolve("parts.slu");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.write(part);
    }
    Files.write(file, all.toByteArray());
    for (String[] option : new String[][] {{}, {"--long-as-string"}}) {
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
