package dev.sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.UnbuiltCommand;
import dev.sluice.cli.oracle.HelpExamples;
import dev.sluice.testkit.Snippets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class SqlCommandTest {
  private static final RecordType ORDER =
      new RecordType(
          "shop.order",
          1,
          List.of(
              new Field("placed", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("customer", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("total", FieldType.DOUBLE),
              Field.of("paid", FieldType.BOOLEAN),
              Field.of("items", FieldType.INT),
              Field.of("grade", FieldType.CHAR),
              Field.of("key", FieldType.BYTES)));

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(Path source, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "sql";
    all[1] = source.toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    out.reset();
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), all);
  }

  /** The rows of an answer, as JSON. */
  private List<String> rows(Path source, String query) {
    assertThat(run(source, query, "--format", "jsonl")).as(errors()).isEqualTo(ExitCode.OK);
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Path orders() throws IOException {
    return Written.to(
        directory.resolve("orders.slu"),
        "shop in Kiel",
        ORDER,
        new Object[] {1L, "Ann", 1.5, true, 3, 'A', new byte[] {1, -1}},
        new Object[] {1_763_858_000_123_456_789L, null, Double.NaN, false, -3, '"', null});
  }

  @Test
  void a_text_without_a_character_is_a_text() throws IOException {
    assertThat(rows(orders(), "select '' as nothing, 1 as one"))
        .containsExactly("{\"nothing\":\"\",\"one\":1}");
  }

  @Test
  void every_field_type_arrives_as_it_is() throws IOException {
    assertThat(
            rows(orders(), "select * exclude (_producerId) from \"shop.order.1\" order by placed"))
        .containsExactly(
            "{\"_producer\":\"shop in Kiel\",\"placed\":\"1970-01-01T00:00:00.000000001Z\","
                + "\"customer\":\"Ann\",\"total\":1.5,\"paid\":true,\"items\":3,\"grade\":\"A\","
                + "\"key\":\"\\\\x01\\\\xFF\"}",
            "{\"_producer\":\"shop in Kiel\",\"placed\":\"2025-11-23T00:33:20.123456789Z\","
                + "\"customer\":null,\"total\":\"NaN\",\"paid\":false,\"items\":-3,"
                + "\"grade\":\"\\\"\",\"key\":null}");
  }

  @Test
  void rows_of_many_chunks_are_all_counted_by_several_threads() {
    Path source = Written.executions(directory.resolve("many.slu"), 100_000);

    assertThat(
            rows(
                source,
                "select operationSignature as o, count(*) as n, sum(eoi) as s,"
                    + " min(epoch_ns(tout) - epoch_ns(tin)) as d from operation_execution"
                    + " group by o order by o"))
        .containsExactly(
            "{\"o\":\"public void a.B.c0()\",\"n\":50000,\"s\":50000,\"d\":100}",
            "{\"o\":\"public void a.B.c1()\",\"n\":50000,\"s\":0,\"d\":100}");
    assertThat(rows(source, "select count(*) as n from operation_execution"))
        .containsExactly("{\"n\":100000}");
    assertThat(rows(source, "select 1 as one from operation_execution limit 1"))
        .containsExactly("{\"one\":1}");
  }

  @Test
  void examples_of_the_help_run() throws IOException {
    HelpExamples examples = new HelpExamples(directory);
    List<String> all = HelpExamples.all(UnbuiltCommand.SQL);
    assertThat(all).isNotEmpty();

    for (String example : all) {
      int code = examples.run(example);

      assertThat(code).as("%s: %s", example, examples.errors()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  void queries_of_the_page_run() throws IOException {
    Path source = Written.executions(directory.resolve("page.slu"), 1_000);
    Path request = Written.request(directory.resolve("request.slu"));
    Files.write(source, Files.readAllBytes(request), StandardOpenOption.APPEND);
    Map<String, String> queries = Snippets.shownIn(Path.of("../docs/sql.md"), "query");

    assertThat(queries).isNotEmpty();
    queries.forEach((name, query) -> assertThat(rows(source, query)).as(name).isNotEmpty());
  }

  @Test
  void a_request_through_several_programs_is_joined_by_the_query_of_the_page() throws IOException {
    String query = Snippets.shownIn(Path.of("../docs/sql.md"), "query").get("requests");
    String request =
        "{\"request\":\"fffffffffffffffe0000000000000009\",\"caller\":\"shop\",\"called\":";

    assertThat(rows(Written.request(directory.resolve("request.slu")), query))
        .containsExactly(
            request
                + "\"stock\",\"method\":\"GET\",\"route\":\"/stock/{id}\",\"status\":503,"
                + "\"nanoseconds\":700,\"statements\":2}",
            request
                + "\"mail\",\"method\":null,\"route\":null,\"status\":null,"
                + "\"nanoseconds\":50,\"statements\":0}",
            request
                + "\"mail\",\"method\":null,\"route\":null,\"status\":null,"
                + "\"nanoseconds\":50,\"statements\":0}");
  }

  @Test
  void records_of_presets_and_of_calls_are_rows_beside_their_executions() throws IOException {
    Path source = Written.request(directory.resolve("request.slu"));

    assertThat(
            rows(
                source,
                "select e.operationSignature as o, s.statement as s, s.rows as n, s.database as d"
                    + " from sql_statement s join operation_execution e on e._producerId ="
                    + " s._producerId and e.traceId = s.traceId and e.eoi = s.orderIndex"
                    + " order by s.orderIndex"))
        .containsExactly(
            "{\"o\":\"query()\",\"s\":\"select ?\",\"n\":-1,\"d\":\"h2\"}",
            "{\"o\":\"query()\",\"s\":\"update x\",\"n\":3,\"d\":\"h2\"}");
    assertThat(
            rows(
                source,
                "select _producer as p, topic, partition, count, direction from kafka_messages"
                    + " order by p"))
        .containsExactly(
            "{\"p\":\"mail\",\"topic\":\"mails\",\"partition\":3,\"count\":2,\"direction\":\"process\"}",
            "{\"p\":\"shop\",\"topic\":\"mails\",\"partition\":-1,\"count\":2,\"direction\":\"send\"}");
    assertThat(
            rows(
                source,
                "select medium, spanId, came._producer as by, link from remote_call"
                    + " left join remote_parent as came using (w3cTraceHigh, w3cTraceLow, spanId)"
                    + " order by epoch_ns(remote_call.timestamp)"))
        .containsExactly(
            "{\"medium\":\"http\",\"spanId\":-5,\"by\":\"stock\",\"link\":false}",
            "{\"medium\":\"kafka\",\"spanId\":6,\"by\":\"mail\",\"link\":true}",
            "{\"medium\":\"kafka\",\"spanId\":8,\"by\":\"mail\",\"link\":true}",
            "{\"medium\":\"http\",\"spanId\":10,\"by\":null,\"link\":null}");
  }

  @Test
  void without_a_query_the_views_are_listed() throws IOException {
    assertThat(run(orders())).isEqualTo(ExitCode.OK);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("order", "2  _producer _producerId placed customer total paid items grade key");
  }

  @Test
  void a_field_that_some_schemas_lack_is_null_there() throws IOException {
    RecordType later =
        new RecordType(
            "shop.order",
            1,
            List.of(Field.of("total", FieldType.FLOAT), Field.of("Total", FieldType.LONG)));
    Path file = orders();
    Path more = Written.to(directory.resolve("more.slu"), "b", later, new Object[] {2.5f, 7L});
    Files.write(file, Files.readAllBytes(more), StandardOpenOption.APPEND);

    assertThat(
            rows(file, "select customer, total, Total_2 from \"order\" where total < 9 order by 2"))
        .containsExactly(
            "{\"customer\":\"Ann\",\"total\":1.5,\"Total_2\":null}",
            "{\"customer\":null,\"total\":2.5,\"Total_2\":7}");
  }

  @Test
  void a_type_whose_schemas_disagree_has_no_view_and_others_have() throws IOException {
    RecordType other =
        new RecordType("shop.order", 1, List.of(Field.of("total", FieldType.STRING)));
    Path file = orders();
    Path more = Written.to(directory.resolve("more.slu"), "b", other, new Object[] {"much"});
    Files.write(file, Files.readAllBytes(more), StandardOpenOption.APPEND);

    assertThat(run(file, "select 1")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(errors())
        .isEqualTo(
            "sluice: no view of shop.order.1: total is DOUBLE in some chunks, TEXT in others\n");
  }

  @Test
  void wrong_sql_is_one_line() throws IOException {
    assertThat(run(orders(), "select nothing from \"order\"")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .startsWith("sluice: Binder Error: ")
        .contains("\"nothing\"")
        .hasLineCount(1);

    assertThat(run(orders(), "selec")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).isEqualTo("sluice: Parser Error: syntax error at or near \"selec\"\n");
  }

  @Test
  void a_query_reaches_no_file_unless_it_may() throws IOException {
    Path target = directory.resolve("out.csv");
    String copy = "copy (select 1 as one) to '" + target + "'";
    for (String query :
        List.of(
            copy, "from read_csv('/etc/hostname')", "attach '" + target + "'", "install httpfs")) {
      assertThat(run(orders(), query)).as(query).isEqualTo(ExitCode.USAGE);
      assertThat(errors()).contains("disabled by configuration").hasLineCount(1);
    }
    assertThat(run(orders(), "set enable_external_access = true")).isEqualTo(ExitCode.USAGE);
    assertThat(run(orders(), "set memory_limit = '9GB'")).isEqualTo(ExitCode.USAGE);
    assertThat(target).doesNotExist();

    assertThat(run(orders(), copy, "--files")).isEqualTo(ExitCode.OK);
    assertThat(target).hasContent("one\n1");
  }

  @Test
  void names_and_texts_of_records_act_nowhere() throws IOException {
    RecordType evil =
        new RecordType(
            "shop.evil",
            1,
            List.of(Field.of("a\" from x; drop table y --\u001b[2J", FieldType.STRING)));
    Path file =
        Written.to(directory.resolve("evil.slu"), "'; --", evil, new Object[] {"=cmd()\u001b[31m"});

    assertThat(run(file, "select * exclude (_producerId) from evil")).isEqualTo(ExitCode.OK);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\\u001b[2J", "\"=cmd()\\u001b[31m\"")
        .doesNotContain("\u001b");
    assertThat(run(file, "from evil", "--format", "csv")).isEqualTo(ExitCode.OK);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("'=cmd()\\u001b[31m")
        .doesNotContain("\u001b");
  }

  @Test
  void damage_is_skipped_and_told() throws IOException {
    Path file = orders();
    Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);

    assertThat(run(file, "select count(*) as n from \"order\"", "--format", "csv"))
        .isEqualTo(ExitCode.INCOMPLETE);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("n\r\n2\r\n");
    assertThat(errors()).startsWith("sluice: skipped 1 damaged region (3 bytes)");
  }

  @Test
  void verdict_on_a_recording_that_is_not_complete_is_printed() throws IOException {
    Path file = orders();
    Object[] order = {2L, "Bob", 1.5, true, 3, 'A', null};
    Path other = Written.to(directory.resolve("other.slu"), "shop in Kiel", ORDER, order);
    Files.write(file, Files.readAllBytes(other), StandardOpenOption.APPEND);

    assertThat(rows(file, "select count(*) as n from \"order\"")).containsExactly("{\"n\":3}");
    assertThat(errors()).startsWith("sluice: incomplete: 1 chunk in conflict").hasLineCount(1);
  }

  @Test
  void more_memory_than_allowed_ends_in_one_line() {
    Path source = Written.executions(directory.resolve("large.slu"), 1);

    assertThat(run(source, "select len(list(i)) from range(30000000) t(i)", "--memory", "64MiB"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("Out of Memory", "--memory raises the limit").hasLineCount(1);
  }

  @Test
  void a_source_that_cannot_be_read_again_is_refused() {
    assertThat(run(Path.of("/dev/stdin"), "select 1")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("several times").hasLineCount(1);
  }
}
