package dev.sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.parquet.ParquetExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads with DuckDB what our own writer has written. */
@Tag("one-jdk")
class ParquetTest {
  private static final Database.Limits LIMITS = new Database.Limits(1 << 30, 2, true);

  /** Rows of a file with the instant that its nanoseconds are. */
  private static final String EXACT =
      "(select * exclude (%1$s_ns) replace (make_timestamp_ns(%1$s_ns) as %1$s) from %2$s)";

  private static final String OTHER_MICROS =
      """
      select count(*) from %2$s where epoch_us(%1$s) is distinct from
        %1$s_ns // 1000 - (%1$s_ns %% 1000 < 0)::int""";

  @TempDir private Path directory;

  private static long export(Path source, Path target) throws IOException {
    try (RecordStream stream = RecordStream.builder("file:" + source).open();
        ParquetExport export = new ParquetExport(target)) {
      stream.drainColumns(export);
      return export.finish();
    }
  }

  private static Inventory inventory(Path source) throws IOException {
    Inventory inventory = new Inventory();
    try (RecordStream stream = RecordStream.builder("file:" + source).open()) {
      stream.drainColumns(inventory);
    }
    return inventory;
  }

  /**
   * How many rows of each type only one of view and file has, and in how many an instant's
   * microseconds are not those of its nanoseconds.
   */
  private static List<Long> differences(Path source, Path target) throws IOException {
    Inventory inventory = inventory(source);
    List<Long> counts = differences(source, target, inventory, "");
    List<String> names =
        inventory.views().stream()
            .flatMap(type -> type.columns().stream())
            .map(Column::name)
            .toList();
    counts.addAll(differences(source, target, inventory, String.join(" ", names)));
    return counts;
  }

  /** Texts whose columns are named cross by number. */
  private static List<Long> differences(Path source, Path target, Inventory inventory, String named)
      throws IOException {
    List<Long> counts = new ArrayList<>();
    try (Database database = Database.open(LIMITS)) {
      database.addViews(() -> RecordStream.builder("file:" + source), inventory, named);
      for (TypeColumns type : inventory.views()) {
        String view = "(select * exclude (_producer, _producerId), _producer, _producerId from %s)";
        String all = view.formatted(Database.quoted(type.qualifiedName()));
        String file = "'" + target.resolve(type.qualifiedName() + ".parquet") + "'";
        String read = "(from " + file + ")";
        for (Column column : type.columns()) {
          if (column.kind() == Kind.INSTANT) {
            String name = column.name();
            read = EXACT.formatted(name, read);
            database.query(OTHER_MICROS.formatted(name, file), rows -> counts.add(number(rows)));
          }
        }
        String sql = "select (select count(*) from (%s except all %s))";
        database.query(sql.formatted(all, read), result -> counts.add(number(result)));
        database.query(sql.formatted(read, all), result -> counts.add(number(result)));
      }
    }
    return counts;
  }

  private static long number(ResultSet result) throws SQLException {
    assertThat(result.next()).isTrue();
    return result.getLong(1);
  }

  @Test
  void random_records_of_all_types_are_read_back() throws IOException {
    for (int seed = 0; seed < 8; seed++) {
      RandomRecords random = new RandomRecords(new Random(seed));
      TestBatch rows = new TestBatch();
      for (int i = 0; i < 1 + seed * 150; i++) {
        random.addTo(rows);
      }
      Path source = Written.to(directory.resolve(seed + ".slu"), "p", rows);
      Path target = directory.resolve("to" + seed);

      assertThat(export(source, target)).isEqualTo(rows.size());
      assertThat(differences(source, target)).as("seed %d", seed).isNotEmpty().containsOnly(0L);
    }
  }

  @Test
  void many_row_groups_are_read_back() throws IOException {
    Path source = Written.executions(directory.resolve("many.slu"), 600_000);
    Path target = directory.resolve("to");

    assertThat(export(source, target)).isEqualTo(600_000);
    assertThat(differences(source, target)).containsOnly(0L);
  }

  @Test
  void one_file_has_one_type_and_nothing_is_left_of_two() throws IOException {
    RecordType other =
        new RecordType("shop.order", 1, List.of(Field.of("total", FieldType.STRING)));
    Path source = Written.executions(directory.resolve("two.slu"), 10);
    Path more = Written.to(directory.resolve("more.slu"), "b", other, new Object[] {"much"});
    Files.write(source, Files.readAllBytes(more), StandardOpenOption.APPEND);
    Path target = Files.createDirectory(directory.resolve("to")).resolve("x.parquet");

    assertThatThrownBy(() -> export(source, target))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("shop.order.1")
        .hasMessageContaining("give a directory");
    assertThat(directory.resolve("to")).isEmptyDirectory();
  }

  @Test
  void a_schema_that_changes_has_a_further_file_and_a_file_that_is_there_stays()
      throws IOException {
    Path source =
        Written.to(directory.resolve("a.slu"), "a", order(FieldType.INT), new Object[] {1});
    Path more =
        Written.to(directory.resolve("b.slu"), "b", order(FieldType.STRING), new Object[] {"x"});
    Files.write(source, Files.readAllBytes(more), StandardOpenOption.APPEND);
    Path target = directory.resolve("to");

    assertThat(export(source, target)).isEqualTo(2);
    assertThat(target)
        .isDirectoryContaining("glob:**/shop.order.1.parquet")
        .isDirectoryContaining("glob:**/shop.order.1-2.parquet");

    assertThatThrownBy(() -> export(source, target))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("exists already");
  }

  @Test
  void an_instant_is_microseconds_in_utc_and_nanoseconds_under_a_name_that_is_free()
      throws Exception {
    RecordType type =
        new RecordType(
            "shop.tick",
            1,
            List.of(
                new Field("seen", FieldType.LONG, Field.Role.RECORD_TIME),
                Field.of("seen_NS", FieldType.STRING),
                new Field("seen_ns_", FieldType.LONG, Field.Role.TIMESTAMP)));
    long now = 1_700_000_000_123_456_789L;
    Object[] before1970 = {-1_001L, "before", -1L};
    Path source =
        Written.to(directory.resolve("a.slu"), "a", type, before1970, new Object[] {now, null, 0L});
    Path target = directory.resolve("to.parquet");

    assertThat(export(source, target)).isEqualTo(2);
    assertThat(
            texts(
                "select epoch_us(seen), seen_ns__, seen_NS, epoch_us(seen_ns_), seen_ns__ns"
                    + " from '%s' order by seen",
                target))
        .containsExactly(
            "-2, -1001, before, -1, -1", "1700000000123456, 1700000000123456789, null, 0, 0");
    assertThat(texts("select logical_type from parquet_schema('%s') where name = 'seen'", target))
        .singleElement()
        .asString()
        .contains("isAdjustedToUTC=1", "MICROS=");
  }

  /** The rows of an answer about a file. */
  private static List<String> texts(String query, Path file) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet rows = statement.executeQuery(query.formatted(file))) {
      while (rows.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          cells.add(rows.getString(i));
        }
        texts.add(String.join(", ", cells));
      }
    }
    return texts;
  }

  private static RecordType order(FieldType total) {
    return new RecordType("shop.order", 1, List.of(Field.of("total", total)));
  }
}
