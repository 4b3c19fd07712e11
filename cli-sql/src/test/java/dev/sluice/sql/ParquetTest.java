package dev.sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.CliException;
import dev.sluice.cli.parquet.ParquetExport;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.ResultSet;
import java.sql.SQLException;
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

  /** How many rows of each type only one of view and file has. */
  private static List<Long> differences(Path source, Path target) throws IOException {
    Inventory inventory = inventory(source);
    List<Long> counts = new ArrayList<>();
    try (Database database =
        Database.open(() -> RecordStream.builder("file:" + source), inventory, LIMITS)) {
      for (TypeColumns type : inventory.views()) {
        String view = "(select * exclude (_producer, _producerId), _producer, _producerId from %s)";
        String all = view.formatted(Database.quoted(type.qualifiedName()));
        String read = "(from '" + target.resolve(type.qualifiedName() + ".parquet") + "')";
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
        .isInstanceOf(CliException.class)
        .hasMessageContaining("shop.order.1")
        .hasMessageContaining("name a directory");
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
        .isInstanceOf(CliException.class)
        .hasMessageContaining("exists already");
  }

  private static RecordType order(FieldType total) {
    return new RecordType("shop.order", 1, List.of(Field.of("total", total)));
  }
}
