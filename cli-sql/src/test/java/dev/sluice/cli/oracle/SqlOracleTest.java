package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testkit.Seeds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose truth is known, asked with SQL, of chunks and of Parquet files. */
@Tag("one-jdk")
class SqlOracleTest {
  private static final String QUERY =
      """
      select operationSignature as operation, count(*) as calls,
        sum(%s) as total,
        count(*) filter (exception) as failed, count(distinct traceId) as traces
      from %s group by all""";

  private static final String OF_VIEW = "epoch_ns(tout) - epoch_ns(tin)";
  private static final String OF_PARQUET = "tout_ns - tin_ns";

  private static final String TYPE = "sluice.operation_execution";

  @TempDir private Path directory;

  @Test
  void sums_of_executions_are_those_of_what_happened() throws Exception {
    long first = Seeds.first("Oracle of SQL");
    int seeds = Math.max(1, Seeds.count(200) / 10);
    for (long seed = first; seed < first + seeds; seed++) {
      Program program = Oracle.program(seed);
      if (program == null) {
        continue;
      }
      Path file = new Journey(seed).source(program, directory);
      assertThat(joined(file, program))
          .as("calls with what they called, seed " + seed)
          .isEqualTo(Remotes.joined(program));
      Map<String, List<Long>> right = truth(program); // of what is left after the journey
      if (!right.isEmpty()) {
        String what = "seed " + seed + " (-Dsluice.seed=N repeats one)";
        assertThat(answer(file, "operation_execution")).as(what).isEqualTo(right);
        Path parquet = Question.fresh(directory, "parquet");
        Shell.run(Question.exportCode(file), "export", file, "--to", "parquet:" + parquet);
        String table = "read_parquet('" + parquet + "/" + TYPE + "*.parquet')";
        assertThat(ofParquet(table)).as(what + ", Parquet").isEqualTo(right);
      }
    }
  }

  @Test
  void figures_of_an_operation_are_those_of_every_other_output() throws Exception {
    String query =
        """
        select operationSignature as operation, count(*) as calls,
          count(*) filter (exception) as failed, sum(%1$s) as total, max(%1$s) as max,
          quantile_disc(%1$s, 0.5) as p50, quantile_disc(%1$s, 0.99) as p99
        from operation_execution group by all"""
            .formatted(OF_VIEW);
    long first = Seeds.first("Same figure by SQL");
    int asked = 0;
    for (long seed = first; seed < first + Seeds.count(200); seed++) {
      Program program = Oracle.program(seed);
      Answers answers =
          program != null && isExecuted(program)
              ? Answers.ofSeed(seed, directory).orElse(null)
              : null;
      if (answers == null) {
        continue;
      }
      asked++;
      String lines = Shell.run(0, "sql", answers.source, query, "--format", "jsonl");
      for (String line : lines.lines().toList()) {
        JsonNode row = new ObjectMapper().readTree(line);
        for (String figure : List.of("calls", "failed", "total", "max", "p50", "p99")) {
          answers.put("sql", row.get("operation").asText(), figure, row.get(figure).asDouble());
        }
      }
      assertThat(answers.figures()).containsKey("sql");
      answers.assertEqual();
    }
    assertThat(asked).isPositive();
  }

  /** Whether each call is one record that SQL counts. */
  private static boolean isExecuted(Program program) {
    return program.producers.stream()
        .allMatch(one -> one.probes.equals(EnumSet.of(Producer.Probe.EXECUTION)));
  }

  /** Calls that came on both sides, of programs that recorded some; of others there is no view. */
  private static long joined(Path file, Program program) throws Exception {
    if (Remotes.joined(program) == 0) {
      return 0;
    }
    String query =
        "select count(*) as n from remote_call"
            + " join remote_parent using (w3cTraceHigh, w3cTraceLow, spanId)";
    String line = Shell.run(0, "sql", file, query, "--format", "jsonl");
    return new ObjectMapper().readTree(line).get("n").asLong();
  }

  /** By operation: executions that came, their time, how many failed, and in how many traces. */
  private static Map<String, List<Long>> truth(Program program) {
    Map<String, List<Long>> sums = new TreeMap<>();
    Map<String, List<Long>> traces = new TreeMap<>();
    for (Producer producer : program.producers) {
      for (Emission record : producer.emitted) {
        if (record.came() && record.type.name().equals(TYPE)) {
          Call call = record.call;
          sums.merge(
              call.operation,
              List.of(1L, call.end - call.begin, call.failed ? 1L : 0),
              (one, other) ->
                  List.of(
                      one.get(0) + other.get(0),
                      one.get(1) + other.get(1),
                      one.get(2) + other.get(2)));
          traces.computeIfAbsent(call.operation, name -> new ArrayList<>()).add(call.tree.id);
        }
      }
    }
    sums.replaceAll(
        (operation, figures) -> {
          List<Long> all = new ArrayList<>(figures);
          all.add(traces.get(operation).stream().distinct().count());
          return all;
        });
    return sums;
  }

  private static Map<String, List<Long>> ofParquet(String table) throws SQLException {
    Map<String, List<Long>> said = new TreeMap<>();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet rows = statement.executeQuery(QUERY.formatted(OF_PARQUET, table))) {
      while (rows.next()) {
        said.put(
            rows.getString(1),
            List.of(rows.getLong(2), rows.getLong(3), rows.getLong(4), rows.getLong(5)));
      }
    }
    return said;
  }

  private static Map<String, List<Long>> answer(Path file, String table) throws Exception {
    Map<String, List<Long>> said = new TreeMap<>();
    String lines = Shell.run(0, "sql", file, QUERY.formatted(OF_VIEW, table), "--format", "jsonl");
    for (String line : lines.lines().toList()) {
      JsonNode row = new ObjectMapper().readTree(line);
      said.put(
          row.get("operation").asText(),
          List.of(
              row.get("calls").asLong(),
              row.get("total").asLong(),
              row.get("failed").asLong(),
              row.get("traces").asLong()));
    }
    return said;
  }
}
