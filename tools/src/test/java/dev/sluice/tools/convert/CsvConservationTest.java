package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CSV beside Commons CSV: each line of a file is in a record, or reported. */
class CsvConservationTest {
  private static final CSVFormat RFC_4180 =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(false).get();

  @TempDir Path directory;

  @Test
  void each_line_is_in_a_record_or_reported() throws IOException {
    long first = Seeds.first("CSV");
    for (long seed = first; seed < first + Seeds.count(100); seed++) {
      check(new HostileText(new Random(seed)), "seed " + seed);
    }
  }

  /** Spreadsheets in some languages part values at semicolons, or say in front at what. */
  @ParameterizedTest
  @ValueSource(
      strings = {"a;b\r\n1;2\r\n", "a\tb\n1\t2\n", "sep=,\r\na,b\r\n1,2\r\n", "sep=;\na;b\n1;2"})
  void values_without_commas_between_them_are_refused(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("a.csv"), text);

    Delivered delivered = Delivered.of(new CsvSource(file, "a.b", null));

    assertThat(delivered.items).isEmpty();
    assertThat(delivered.refusal)
        .hasMessageContaining("a.csv, line 1")
        .hasMessageContaining("comma");
  }

  private void check(HostileText text, String seed) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,s,n,m"));
    boolean isHostile = text.chance(0.5);
    Set<Long> plain = new HashSet<>();
    for (int i = 0; i < 30; i++) {
      String line = i + "," + cell(text) + "," + cell(text) + "," + cell(text);
      if (isHostile && text.chance(0.15)) {
        lines.add(damaged(line, text));
      } else if (text.chance(0.05)) {
        lines.add("");
      } else {
        lines.add(line);
        plain.add((long) i);
      }
    }
    byte[] whole = text.file(lines);
    byte[] bytes = isHostile ? text.cut(whole) : whole;
    Path file = Files.write(directory.resolve("a.csv"), bytes);
    Delivered delivered = Delivered.of(new CsvSource(file, "a.b", null));
    List<HostileText.Line> physical = HostileText.lines(bytes);
    if (delivered.refusal != null) {
      assertThat(delivered.items).as(seed).isEmpty();
      assertThat(delivered.refusal).as(seed).hasMessageContaining("a.csv");
      return;
    }
    assertThat(delivered.lost("that are not"))
        .as(seed)
        .isEqualTo(physical.stream().filter(HostileText.Line::isWrong).count());
    accountForLines(delivered, physical, seed);
    if (!isHostile) {
      assertThat(ids(delivered)).as(seed + " " + delivered.lost).containsAll(plain);
    }
    compare(delivered, physical, seed);
  }

  private static Set<Long> ids(Delivered delivered) {
    return delivered.items.stream()
        .filter(item -> item.values().get("id") instanceof Long)
        .map(item -> (Long) item.values().get("id"))
        .collect(Collectors.toSet());
  }

  /** Each line of the file is the header, in a record, empty or counted. */
  private static void accountForLines(
      Delivered delivered, List<HostileText.Line> physical, String seed) {
    long inRecords = 0;
    for (Delivered.Item item : delivered.items) {
      String all =
          item.values().values().stream().map(String::valueOf).collect(Collectors.joining(" "));
      inRecords += 1 + all.split("\r\n|\r|\n", -1).length - 1;
    }
    long empty = physical.stream().filter(line -> line.text().isEmpty()).count();
    long rest = physical.size() - 1 - inRecords - delivered.lost("no record");
    assertThat(rest).as(seed + " " + delivered.lost).isBetween(0L, empty);
  }

  /** Up to where Commons CSV gives up, its records are ours, but for those that are counted. */
  private static void compare(Delivered delivered, List<HostileText.Line> physical, String seed)
      throws IOException {
    if (physical.stream().anyMatch(HostileText.Line::isWrong)) {
      return;
    }
    String all = physical.stream().map(HostileText.Line::text).collect(Collectors.joining("\n"));
    Map<String, Delivered.Item> ours = new HashMap<>();
    delivered.items.forEach(item -> ours.put(item.text("id"), item));
    long missing = 0;
    try (CSVParser theirs = CSVParser.parse(all, RFC_4180)) {
      for (CSVRecord record : theirs) {
        if (record.getRecordNumber() == 1 || record.size() == 1 && record.get(0).isEmpty()) {
          continue;
        }
        Delivered.Item item = record.size() == 4 ? ours.get(record.get(0)) : null;
        if (item == null) {
          missing++;
          continue;
        }
        int at = 0;
        for (String name : List.of("id", "s", "n", "m")) {
          assertThat(isSame(record.get(at++).replace("\r", "\n"), item.values().get(name)))
              .as(seed + ": " + name + " of " + record + " is " + item)
              .isTrue();
        }
      }
    } catch (UncheckedIOException e) {
      assertThat(delivered.lost("no record")).as(seed + " " + e).isPositive();
    }
    assertThat(delivered.lost("no record")).as(seed).isGreaterThanOrEqualTo(missing);
  }

  private static boolean isSame(String cell, Object value) {
    if (value == null || value instanceof String || value instanceof Boolean) {
      return cell.equals(value == null ? "" : value.toString().replaceAll("\r\n?", "\n"));
    }
    if (value instanceof Long || ((Double) value).isNaN() || ((Double) value).isInfinite()) {
      return cell.equals(value.toString());
    }
    BigDecimal written = new BigDecimal(cell);
    MathContext digits = new MathContext(Math.max(1, written.precision()));
    return new BigDecimal((Double) value).round(digits).compareTo(written) == 0;
  }

  private static String cell(HostileText text) {
    String word =
        text.word() + (text.chance(0.1) ? text.oneOf("\n", ",", "\"", "\r\n") + text.word() : "");
    boolean mustQuote = word.matches("(?s).*[\",\n\r].*");
    return mustQuote || text.chance(0.2) ? '"' + word.replace("\"", "\"\"") + '"' : word;
  }

  private static String damaged(String line, HostileText text) {
    return switch (text.oneOf(0, 1, 2, 3, 4, 5)) {
      case 0 -> line + ",more";
      case 1 -> line.substring(0, line.length() / 2);
      case 2 -> line + ",\"open";
      case 3 -> line.replaceFirst(",", ",\"");
      case 4 -> line.replaceFirst(",", ",\"x\"y");
      default -> text.garbage();
    };
  }
}
