package dev.sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that cross by number are what those are that cross as they are. */
@Tag("one-jdk")
class TextsTest {
  private static final RecordType VISIT =
      new RecordType(
          "shop.visit",
          1,
          List.of(
              new Field("who", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("place", FieldType.STRING),
              Field.of("items", FieldType.INT)));

  @TempDir private Path directory;

  private static Inventory inventory(Path source) throws IOException {
    Inventory inventory = new Inventory();
    try (RecordStream stream =
        RecordStream.builder("file:" + source).fields((type, field) -> false).open()) {
      stream.drainColumns(inventory);
    }
    return inventory;
  }

  /** The rows of an answer. */
  private static List<String> rows(Path source, Inventory inventory, String named, String query)
      throws IOException {
    List<String> rows = new ArrayList<>();
    try (Database database = Database.open(new Database.Limits(1 << 30, 2, false))) {
      database.addViews(() -> RecordStream.builder("file:" + source), inventory, named);
      database.query(
          query,
          result -> {
            while (result.next()) {
              List<String> cells = new ArrayList<>();
              for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                cells.add(result.getMetaData().getColumnTypeName(i) + ' ' + result.getString(i));
              }
              rows.add(cells.toString());
            }
          });
    }
    return rows;
  }

  private Path visits(int records, int names) throws IOException {
    TestBatch rows = new TestBatch();
    for (int i = 0; i < records; i++) {
      String place = i % 5 == 0 ? null : i % 3 == 0 ? "" : "kö\uD83D\uDE00ln " + i % 4;
      rows.add(VISIT, i % 7 == 6 ? null : "Ann " + i % names, place, i);
    }
    return Written.to(directory.resolve("visits.slu"), "shop in Kiel", rows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select who, place, count(*), sum(items) from visit group by all",
        "select typeof(who), typeof(place), typeof(_producer), count(*) from visit group by all",
        "select place, _producer, _producerId, count(*) from visit where who is null group by all",
        "select min(who), max(place), count(place), count(distinct who) from visit",
        "select items from visit where who like '%n 1' and place > 'k'",
        "select items from visit where place = 'nowhere' or who in ('Ann 2', 'nobody')",
        "select coalesce(who, 'nobody') || place from visit",
        "select case when items > 9 then who else 'few' end as one from visit",
        "select who from visit union all select 'other'",
        "select a.items, b.who from visit a join visit b on a.who = b.place or a.who = b.who",
        "select v.who, n.x from visit v left join (values ('Ann 1', 7)) n(w, x) on v.who = n.w",
        "select distinct on (who) who from visit order by who desc nulls first"
      })
  void a_text_by_number_is_a_text_in_every_query(String query) throws IOException {
    Path source = visits(500, 3);
    Inventory inventory = inventory(source);
    List<String> plain = rows(source, inventory, "", query);

    assertThat(rows(source, inventory, query, query)).containsExactlyInAnyOrderElementsOf(plain);
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 20_000, 70_000})
  void as_many_texts_come_as_there_are(int names) throws IOException {
    TestBatch rows = new TestBatch();
    List<Path> parts = new ArrayList<>();
    for (int i = 0; i < names; i++) {
      rows.add(VISIT, "Ann " + i, "home", i);
      if (rows.size() == 10_000 || i + 1 == names) {
        parts.add(Written.to(directory.resolve(i + ".slu"), "p" + i, rows));
        rows = new TestBatch();
      }
    }
    Path all = Files.createFile(directory.resolve("all.slu"));
    for (Path part : parts) {
      Files.write(all, Files.readAllBytes(part), StandardOpenOption.APPEND);
    }
    String query = "select count(distinct who), count(distinct _producer), sum(items) from visit";
    long sum = names * (names - 1L) / 2;

    assertThat(rows(all, inventory(all), query, query))
        .containsExactly("[BIGINT %d, BIGINT %d, HUGEINT %d]".formatted(names, parts.size(), sum));
  }

  @Test
  void records_with_a_text_that_came_after_the_first_reading_are_left_out() throws IOException {
    Path source = visits(10, 2);
    Inventory inventory = inventory(source);
    Path later =
        Written.to(directory.resolve("b.slu"), "b", VISIT, new Object[] {"Bob", "home", 1});
    Files.write(source, Files.readAllBytes(later), StandardOpenOption.APPEND);
    String query = "select count(*) from visit where who is distinct from 'x'";

    assertThat(rows(source, inventory, query, query)).containsExactly("[BIGINT 10]");
  }
}
