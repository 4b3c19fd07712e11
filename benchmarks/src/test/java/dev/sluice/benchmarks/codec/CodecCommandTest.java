package dev.sluice.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.benchmarks.JsonObjects;
import dev.sluice.cli.ChildFailure;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodecCommandTest {
  private static final Effort NONE = new Effort(1, 1, 1, 1, 1, 1, 1);

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Terminal terminal() {
    return new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false);
  }

  private static List<String> lines(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void without_logs_the_generated_set_is_measured_and_the_output_says_so() throws Exception {
    Path json = directory.resolve("codec.json");

    int exitCode =
        new CodecCommand(NONE)
            .command(terminal())
            .execute("--json=" + json, "--serializer", "kieker,binary", "--chunk-records", "512");

    assertThat(exitCode).isZero();
    assertThat(lines(out))
        .anyMatch(line -> line.startsWith("Without --data"))
        .anyMatch(line -> line.startsWith("GENERATED: 65,536 records"))
        .anyMatch(line -> line.matches(" *binary +512 .*"))
        .noneMatch(line -> line.startsWith("MOO-F"));
    assertThat(lines(err)).first().asString().startsWith("GENERATED, chunks of 512 … (0 %");
    List<Map<String, Object>> cells = JsonObjects.read(json);
    assertThat(cells).hasSize(2).allSatisfy(CodecCommandTest::assertComplete);
    assertThat(cells.get(0)).containsEntry("serializer", "kieker").containsEntry("default", false);
    assertThat(cells.get(1)).containsEntry("serializer", "binary").containsEntry("default", true);
    assertThat((Long) cells.get(1).get("columnsRecordsPerSecond")).isPositive();
    assertThat((Long) cells.get(1).get("twoFieldsRecordsPerSecond")).isPositive();
    assertThat((Double) cells.get(1).get("bytesPerRecord"))
        .isCloseTo(bytesPerRecord(512), within(1e-4));
  }

  private static void assertComplete(Map<String, Object> cell) {
    assertThat(cell.keySet())
        .contains(
            "set",
            "serializer",
            "compression",
            "default",
            "chunkRecords",
            "records",
            "bytesPerRecord",
            "accountingBytesPerChunk",
            "bytesPerRecordWithoutStaticTable",
            "encodeRecordsPerSecond",
            "decodeRecordsPerSecond",
            "allocatedBytesPerRecord");
    assertThat(cell)
        .containsEntry("set", "GENERATED")
        .containsEntry("compression", "none")
        .containsEntry("chunkRecords", 512L)
        .containsEntry("records", (long) GeneratedStream.RECORDS);
    assertThat((Long) cell.get("encodeRecordsPerSecond")).isPositive();
    assertThat((Long) cell.get("decodeRecordsPerSecond")).isPositive();
  }

  /** Of the default serializer, counted once more from the chunks themselves. */
  private static double bytesPerRecord(int chunkRecords) throws Exception {
    TestBatch records = GeneratedStream.records();
    SerializerPair binary = SerializerPair.named("binary");
    ChunkEncoder encoder = binary.encoder();
    long bytes = 0;
    for (int from = 0; from < records.size(); from += chunkRecords) {
      Chunk chunk = binary.chunk(encoder, records.build(from, from + chunkRecords));
      ChunkHeader header = chunk.header();
      int accounting =
          header.length() - ChunkLayout.PEEK_BYTES - 3 - Varint.size(header.recordCount());
      bytes += chunk.length() - accounting;
    }
    return (double) bytes / records.size();
  }

  @Test
  void mistakes_are_one_line() throws IOException {
    Path data = Files.createDirectories(directory.resolve("data"));
    String file = data.resolve("codec.json").toString();

    assertRefused("which command?");
    assertRefused("did you mean 'codec'?", "codce");
    assertRefused("did you mean '--json'?", "codec", "--jsn", file);
    assertRefused("did you mean 'MOO-F'?", "codec", "--set", "MOOF");
    assertRefused("did you mean 'binary'?", "codec", "--serializer", "bnary");
    assertRefused("1 to 65536 records, was 0", "codec", "--chunk-records", "0");
    assertRefused("MOO-F is read from files", "codec", "--set", "MOO-F");
    assertRefused("is a folder", "codec", "--json=" + data);
    assertRefused("does not exist", "codec", "--json=" + data.resolve("no/x.json"));
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void a_missing_log_is_named_with_the_layout() throws IOException {
    assertRefused(
        "moobench-minimal-probe-oer does not exist; --data takes the folder",
        "codec",
        "--data",
        directory.toString());
    Path folder = Files.createDirectory(directory.resolve("moobench-minimal-probe-oer"));
    Files.writeString(folder.resolve("kieker.map"), "$0=a.OperationExecutionRecord\n");
    assertRefused(
        "moobench-minimal-probe-oer/minimal-65536-1ns*.dat does not exist",
        "codec",
        "--data",
        directory.toString());
    Files.writeString(folder.resolve("minimal-65536-1ns.dat"), "$0;1;a;b;x\n");
    assertRefused(
        "minimal-65536-1ns.dat is no log in Kieker's format",
        "codec",
        "--data",
        directory.toString());
    Files.writeString(folder.resolve("minimal-65536-1ns.dat"), "$0;1;a;b;1;2;3;h;0;0\n");
    assertRefused("MOO-F has 1 records instead of 65536", "codec", "--data", directory.toString());
  }

  @Test
  void a_worker_that_fails_says_why() throws Exception {
    Subject unknown = new Subject("nothing", "none");
    try (CodecProcess process = CodecProcess.start(unknown, RecordSet.GENERATED, directory)) {
      assertThatThrownBy(() -> process.order("stage", 16))
          .isInstanceOfSatisfying(
              ChildFailure.class,
              e -> assertThat(e.lastLines()).last().asString().contains("unknown serializer"))
          .hasMessageContaining("the benchmark of nothing with GENERATED");
    }
  }

  private void assertRefused(String part, String... args) {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(args));
    assertThat(Main.run(terminal(), all.toArray(new String[0]))).isEqualTo(ExitCode.USAGE);
    assertThat(lines(out)).isEmpty();
    assertThat(lines(err)).singleElement().asString().startsWith("sluice: ").contains(part);
    err.reset();
  }
}
