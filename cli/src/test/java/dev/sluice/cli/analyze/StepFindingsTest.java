package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.analyze.Faults.Case;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of requests that take longer from some time on. */
@Tag("one-jdk")
class StepFindingsTest {
  /** The change is somewhere in a slice. */
  private static final double SLICE_MICROS = 70_000;

  @TempDir private Path directory;

  /** The only finding that is more than a note. */
  private JsonNode finding(Case one) throws IOException {
    Path file = one.service().write(directory.resolve("records"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(out, err, false);
    Path report = directory.resolve("report");
    Main.run(terminal, "analyze", file.toString(), "-o", report.toString());
    List<JsonNode> found = new ArrayList<>();
    ObjectMapper mapper = new ObjectMapper();
    for (JsonNode of : mapper.readTree(report.resolve("report.json").toFile()).get("findings")) {
      if (of.get("severity").asInt() > 1) {
        found.add(of);
      }
    }
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static void assertRange(JsonNode finding, double from, double until) {
    JsonNode link = finding.get("link");
    assertThat(link.get("t0").asDouble()).isCloseTo(from * 1e6, within(SLICE_MICROS));
    assertThat(link.get("t1").asDouble()).isCloseTo(until * 1e6, within(SLICE_MICROS));
  }

  @Test
  void says_since_when_one_kind_takes_longer_and_where() throws IOException {
    JsonNode finding = finding(Steps.one());
    assertThat(finding.get("text").asText())
        .matches(
            "Stock.book takes 4\\.[89]\\d ms since about 2023-11-14T22:13:20\\.[78]\\d+Z,"
                + " 11\\d µs before \\(p50; \\d+ and \\d+ requests\\);"
                + " (9\\d\\.\\d|100) % of the growth is in Lock.await itself,"
                + " called by Stock.book\\.");
    assertThat(finding.get("request").asInt()).isNotNegative();
  }

  @Test
  void change_of_all_kinds_is_one_finding() throws IOException {
    JsonNode finding = finding(Steps.all());
    assertThat(finding.get("text").asText())
        .startsWith("4 of 4 kinds of requests take longer, as ")
        .contains(" since about ", "; 100 % of the growth is in Pool.take itself.");
    assertThat(finding.get("request").asInt()).isEqualTo(-1);
    assertRange(finding, 0.9, 1.6);
  }

  @Test
  void time_that_is_over_is_told_as_such() throws IOException {
    JsonNode finding = finding(Steps.over());
    assertThat(finding.get("text").asText())
        .matches(
            "Stock.book took [45]\\.\\d+ ms from about \\S+Z to \\S+Z,"
                + " 11\\d µs before and 11\\d µs after \\(.*");
    assertRange(finding, 0.5, 1.1);
  }
}
