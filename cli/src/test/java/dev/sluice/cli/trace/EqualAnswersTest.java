package dev.sluice.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.OperationDurationHistogramReader;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several commands that are asked for the figures of one operation. */
class EqualAnswersTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String GET = "int acme.Counter.get()";

  @TempDir private Path directory;

  private String output(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertThat(Main.run(new Terminal(out, errors, false), args))
        .as("%s: %s", List.of(args), err)
        .isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode json(String... args) throws IOException {
    return new ObjectMapper().readTree(output(args));
  }

  private static Stream<JsonNode> operations(JsonNode answer) {
    return StreamSupport.stream(answer.get("operations").spliterator(), false);
  }

  private static JsonNode operation(JsonNode answer, String name) {
    return operations(answer)
        .filter(one -> one.get("operation").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The part of the line of an operation in {@code operations.csv}. */
  private String csv(Path file, int column) throws IOException {
    Path report = directory.resolve("report");
    output("analyze", file.toString(), "-o", report.toString());
    List<String> lines = Files.readAllLines(report.resolve("operations.csv"));
    return lines.get(1).split(",")[column];
  }

  /** What {@code probe=aggregate-histogram} records in eight hours at a million calls a second. */
  private Path hotMethod() throws IOException {
    Histogram times = new Histogram(2);
    times.recordValueWithCount(100, 30_000_000_000L);
    times.recordValueWithCount(10_000, 200_000_000L);
    ByteBuffer bytes = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
    times.encodeIntoByteBuffer(bytes);
    TestBatch batch = new TestBatch();
    batch.add(
        OperationDurationHistogramReader.create().type(),
        SECOND,
        GET,
        SECOND,
        30_200_000_000L,
        5_000_000_000_000L,
        100L,
        10_000L,
        0L,
        bytes.array());
    return Chunks.file(directory.resolve("hot"), Chunks.only(7, "shop", batch, 10 * SECOND));
  }

  @Test
  void quantiles_of_billions_of_calls_are_the_same_in_top_compare_and_files() throws IOException {
    String hot = hotMethod().toString();

    JsonNode top = operation(json("top", hot, "--json"), GET);
    JsonNode compared = operation(json("compare", hot, hot, "--json"), GET).get("figures");

    assertThat(top.get("p99").asDouble()).isEqualTo(100);
    assertThat(compared.get("p95").get("before").asDouble()).isEqualTo(100);
    assertThat(compared.get("p99").get("before").asDouble()).isEqualTo(100);
    assertThat(csv(hotMethod(), 6)).isEqualTo("100");
  }
}
