package dev.sluice.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code compare} says of requests of which one thing changed, in words and in JSON. */
class CompareCommandTest {
  private static final String PAY = "void shop.Shop.pay()";
  private static final String LIST = "void shop.Shop.list()";

  @TempDir private Path directory;

  /** Two kinds of requests for 20 s: how often the one is, fails, and is slow. */
  private Path recording(long seed, double often, double failing, double slow) throws IOException {
    return recording(4_000, seed, often, failing, slow);
  }

  private Path recording(int requests, long seed, double often, double failing, double slow)
      throws IOException {
    Random random = new Random(seed);
    TestBatch batch = new TestBatch();
    for (int i = 0; i < requests; i++) {
      boolean isPay = random.nextDouble() < often;
      boolean isSlow = isPay && random.nextDouble() < slow;
      long begin = 1_000_000_000L + i * 5_000_000L;
      double millis = (isSlow ? 20 : isPay ? 2 : 1) * Math.exp(0.2 * random.nextGaussian());
      batch.add(
          OperationExecutionReader.create().type(),
          isPay ? PAY : LIST,
          null,
          1L + i,
          begin,
          begin + Math.round(1e6 * millis),
          "host",
          0,
          0,
          isPay && random.nextDouble() < failing);
    }
    Path file = directory.resolve("recording-" + seed);
    return Chunks.file(file, Chunks.only(7, "shop", batch, 60_000_000_000L));
  }

  private List<String> run(Path before, Path after, String... more) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    List<String> args = new ArrayList<>(List.of("compare", before.toString(), after.toString()));
    args.addAll(List.of(more));
    Main.run(new Terminal(out, errors, false), args.toArray(String[]::new));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** A line of the answer, which begins after what was read. */
  private static String answer(List<String> lines, int number) {
    return lines.get(lines.indexOf("") + 1 + number);
  }

  private JsonNode json(Path before, Path after) throws IOException {
    return new ObjectMapper().readTree(String.join("\n", run(before, after, "--json")));
  }

  private static JsonNode kind(JsonNode comparison, String name) {
    for (JsonNode kind : comparison.get("kinds")) {
      if (kind.get("kind").asText().equals(name)) {
        return kind;
      }
    }
    throw new AssertionError(name);
  }

  @Test
  void more_failures_come_first_in_words_and_in_json() throws IOException {
    Path before = recording(1, 0.5, 0.01, 0);
    Path after = recording(2, 0.5, 0.05, 0);

    List<String> lines = run(before, after);

    assertThat(answer(lines, 0))
        .matches("[45].\\d % instead of [01].\\d % of requests of Shop.pay\\(\\) fail\\.");
    assertThat(answer(lines, 1)).endsWith(": no change found");
    assertThat(lines).anyMatch(line -> line.matches("  Shop.pay\\(\\) .* % +fails more"));
    JsonNode json = json(before, after);
    assertThat(json.get("result").asText()).isEqualTo("more_failures");
    assertThat(json.get("resultKind").asText()).isEqualTo(PAY);
    assertThat(json.get("resultOperation").isNull()).isTrue();
    assertThat(json.get("sameMix").get("result").asText()).isEqualTo("no_change_found");
    assertThat(json.get("kinds").get(0).get("result").asText()).isEqualTo("more_failures");
    assertThat(json.get("kinds").get(0).get("figures").get("failed").get("p").asDouble())
        .isLessThan(0.05);
    assertThat(json(after, before).get("result").asText()).isEqualTo("fewer_failures");
  }

  @Test
  void a_tail_that_got_worse_is_not_slower_itself() throws IOException {
    Path before = recording(3, 0.5, 0, 0);
    Path after = recording(4, 0.5, 0, 0.025);

    List<String> lines = run(before, after);

    assertThat(answer(lines, 0))
        .startsWith("The slowest 2 % of requests of Shop.pay() are slower: p99 ")
        .contains(" ms, p50 ");
    assertThat(lines).noneMatch(line -> line.contains("itself"));
    assertThat(lines).anyMatch(line -> line.endsWith("  slowest 2 % slower"));
    JsonNode pay = kind(json(before, after), PAY);
    assertThat(pay.get("result").asText()).isEqualTo("slower_tail");
    assertThat(pay.get("tail").asDouble()).isEqualTo(0.02);
  }

  @Test
  void kind_that_few_requests_lack_is_no_change_in_words_and_in_the_table() throws IOException {
    Path before = recording(7, 7, 0.3, 0, 0);
    Path after = recording(7, 8, 0, 0, 0);

    List<String> lines = run(before, after);

    assertThat(answer(lines, 0)).isEqualTo("There are too few requests to detect a change.");
    assertThat(lines).filteredOn(line -> line.endsWith("  too few")).hasSize(2);
    assertThat(lines).noneMatch(line -> line.matches(".*\\b(new|gone)\\b.*"));
    assertThat(kind(json(before, after), PAY).get("result").asText()).isEqualTo("too_few");
  }

  @Test
  void a_changed_mix_is_reported_with_what_users_felt() throws IOException {
    Path before = recording(5, 0.3, 0, 0);
    Path after = recording(6, 0.6, 0, 0);

    List<String> lines = run(before, after);

    assertThat(answer(lines, 0))
        .matches("Requests of Shop.pay\\(\\) are 6.* instead of .* of all\\.");
    assertThat(answer(lines, 1)).endsWith(": no change found");
    assertThat(answer(lines, 2))
        .startsWith("The mix changed; with that of each recording, a request takes 1.6")
        .contains(" instead of 1.3");
    JsonNode json = json(before, after);
    assertThat(json.get("result").asText()).isEqualTo("more_often");
    assertThat(json.get("mixChanged").asBoolean()).isTrue();
    assertThat(json.get("mean").get("after").asDouble()).isBetween(1.5e6, 1.8e6);
  }

  @Test
  void an_interval_without_zero_where_no_change_was_found_is_marked() throws IOException {
    Path before = recording(100, 0.5, 0, 0);
    List<String> marked = List.of();
    for (long seed = 101; marked.isEmpty() && seed < 160; seed++) {
      List<String> lines = run(before, recording(seed, 0.5, 0, 0));
      assertThat(answer(lines, 0)).as("seed %d", seed).isEqualTo("No change was found.");
      marked = lines.stream().filter(line -> line.endsWith("no change found *")).toList();
      if (!marked.isEmpty()) {
        assertThat(lines).anyMatch(line -> line.startsWith("  * significant alone, but "));
      }
    }
    assertThat(marked).isNotEmpty();
  }

  @Test
  void recordings_without_a_common_kind_have_no_headline() throws IOException {
    List<String> lines = run(recording(7, 1, 0, 0), recording(8, 0, 0, 0));

    assertThat(answer(lines, 0)).startsWith("Requests of Shop.pay() are gone: ");
    assertThat(lines).noneMatch(line -> line.contains("NaN") || line.contains("same mix"));
  }
}
