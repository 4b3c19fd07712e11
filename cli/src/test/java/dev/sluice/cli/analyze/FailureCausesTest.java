package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.cli.Chunks;
import dev.sluice.monitoring.records.HttpRequestReader;
import dev.sluice.monitoring.records.LogEventReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page says why a request failed, as far as records do. */
class FailureCausesTest {
  private static final long BEGIN = 1_795_458_090_000_000_000L;

  @TempDir private Path directory;
  private final TestBatch batch = new TestBatch();

  private void request(long trace, boolean failed) {
    long time = BEGIN + trace * 1_000_000;
    Object[] fields = {"GET /cart", null, trace, time, time + 900_000, "host", 0, 0, failed};
    batch.add(OperationExecutionReader.create().type(), fields);
  }

  private void answer(long trace, int status) {
    batch.add(
        HttpRequestReader.create().type(),
        BEGIN + trace * 1_000_000 + 900_000,
        trace,
        0,
        "GET",
        "/cart",
        status);
  }

  private void log(long trace, String exception) {
    Object[] fields = {
      BEGIN, "ERROR", "cart", "failed", null, null, null, null, "main", null, null, exception, "at",
      0L, trace
    };
    batch.add(LogEventReader.create().type(), fields);
  }

  private JsonNode page(int records) throws IOException {
    Accounting accounting =
        new Accounting.Builder(7)
            .name("shop")
            .sequence(0)
            .emitted(records)
            .times(BEGIN, BEGIN + 1_000_000_000)
            .end(true)
            .build();
    Path file = Chunks.file(directory.resolve("a.slu"), Chunks.of(accounting, batch));
    SourceSpec source = SourceSpec.of(file.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Report.of(source, Set.of(), TraceLimits.DEFAULT, 2, true, Notices.NONE).writeJson(out);
    return new ObjectMapper().readTree(out.toByteArray());
  }

  @Test
  void a_failed_request_has_the_status_of_its_answer_and_the_first_logged_exception()
      throws IOException {
    request(1, true);
    answer(1, 503);
    log(1, "java.lang.IllegalStateException: no such book");
    log(1, "java.lang.Error: later");
    request(2, false);
    answer(2, 200);
    log(2, null);

    JsonNode page = page(7);

    assertThat(page.get("causes").toString())
        .isEqualTo(
            "{\"0000000000000001\":[503,\"java.lang.IllegalStateException: no such book\"]}");
  }

  @Test
  void what_no_record_says_is_not_known() throws IOException {
    request(1, true);

    JsonNode page = page(1);

    assertThat(page.get("causes")).isEmpty();
    assertThat(page.get("sentence").asText()).contains("1 request", "1 failed");
  }
}
