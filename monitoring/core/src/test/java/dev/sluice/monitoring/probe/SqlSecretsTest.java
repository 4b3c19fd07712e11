package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Statements of seven dialects with a secret in each literal, comment and password. The forms are
 * in {@code sql-secrets.txt}: what each dialect has for a text and a comment, statements with a
 * place for them, and the statements that programs usually send.
 */
@Tag("one-jdk")
class SqlSecretsTest {
  private static final String SECRET = "Sesame";
  private static final Pattern WORDS = Pattern.compile("[a-zA-Z_][a-zA-Z_0-9]*");

  private static final String PIECES =
      "' ' ' \" \" ` ` [ ] [ ] $ $$ $a$ # -- --_ ⏎ ␍ /* */ /* */ // / \\ \\ ? = ( ) , ; _ _ * q' E' N' !"
          + " '' \"\" ' ] { } + < > 7 a : ::";

  private final List<String> statements = new ArrayList<>();
  private final List<String> ordinary = new ArrayList<>();

  SqlSecretsTest() throws IOException {
    List<String> texts = new ArrayList<>();
    List<String> comments = new ArrayList<>();
    for (String line : lines()) {
      String[] parts = line.split(" ", 2);
      switch (parts[0]) {
        case "dialect" -> {
          texts.clear();
          comments.clear();
        }
        case "text" -> texts.add(unescaped(parts[1]));
        case "comment" -> comments.add(unescaped(parts[1]));
        case "secret" -> statements.add(unescaped(parts[1]));
        case "with" -> plant(unescaped(parts[1]), texts, comments);
        case "usual" -> ordinary.add(unescaped(parts[1]));
        default -> throw new IOException(line);
      }
    }
  }

  private static List<String> lines() throws IOException {
    try (InputStream file = SqlSecretsTest.class.getResourceAsStream("sql-secrets.txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("--"))
          .toList();
    }
  }

  private static String unescaped(String text) {
    return text.replace("⏎", "\n").replace("␍", "\r");
  }

  /** Each form in each place of its kind, beside harmless ones in the others. */
  private void plant(String statement, List<String> texts, List<String> comments) {
    plant(statement, "‹text›", texts);
    plant(statement, "‹comment›", comments);
  }

  private void plant(String statement, String place, List<String> forms) {
    for (int at = statement.indexOf(place); at >= 0; at = statement.indexOf(place, at + 1)) {
      for (String form : forms) {
        String planted =
            statement.substring(0, at) + form + statement.substring(at + place.length());
        statements.add(planted.replace("‹text›", "'x'").replace("‹comment›", "/* x */"));
      }
    }
  }

  @Test
  void no_secret_of_any_dialect_stays() {
    Set<String> all = new LinkedHashSet<>(statements);
    List<String> kept = new ArrayList<>();
    for (String statement : all) {
      assertThat(statement).contains(SECRET);
      String text = SqlText.withoutLiterals(statement);
      if (text.toLowerCase(Locale.ROOT).contains(SECRET.toLowerCase(Locale.ROOT))) {
        kept.add(statement + "\n    -> " + text);
      }
    }
    assertThat(all).hasSizeGreaterThan(400);
    assertThat(kept).isEmpty();
    System.out.println(
        "SQL: " + all.size() + " statements with a secret, " + kept.size() + " kept");
  }

  /** Any mixture of quotes, comments and words, of which each dialect makes something else. */
  @Test
  void what_is_data_in_any_dialect_stays_nowhere() {
    Map<SqlDialect, Integer> read = new EnumMap<>(SqlDialect.class);
    long first = Seeds.first("statements");
    int count = Seeds.count(100_000);
    for (long seed = first; seed < first + count; seed++) {
      String statement = mixture(new Random(seed));
      String text = SqlText.withoutLiterals(statement);
      for (SqlDialect dialect : SqlDialect.values()) {
        List<String> data = dialect.data(statement);
        read.merge(dialect, data == null ? 0 : 1, Integer::sum);
        Matcher word = Pattern.compile("w[A-Z]").matcher(data == null ? "" : data.toString());
        while (word.find()) {
          assertThat(text)
              .as("seed " + seed + " " + dialect + ": " + statement)
              .doesNotContain(word.group());
        }
      }
    }
    System.out.println("SQL: mixtures that a dialect can read: " + read);
    assertThat(read.values()).allMatch(times -> count == 1 || times > count / 50);
  }

  private static String mixture(Random random) {
    String[] pieces = PIECES.split(" ");
    StringBuilder sql = new StringBuilder("SELECT ");
    for (int k = 2 + random.nextInt(14); k >= 0; k--) {
      boolean isWord = random.nextInt(3) == 0;
      sql.append(isWord ? "w" + (char) ('A' + k) : pieces[random.nextInt(pieces.length)]);
    }
    return unescaped(sql.toString().replace('_', ' '));
  }

  /**
   * Readable: each word of it that is no quoted text is there. Grouped: whatever the values are.
   */
  @Test
  void usual_statements_stay_readable_and_group_alike() {
    List<String> lost = new ArrayList<>();
    for (String statement : ordinary) {
      String one = SqlText.withoutLiterals(with(statement, "'it''s 7'", "17"));
      String other = SqlText.withoutLiterals(with(statement, "'Ada'", "-2.5e3").replace("-?", "?"));
      if (!one.equals(other) || one.endsWith("…") || !words(one).containsAll(words(statement))) {
        lost.add(statement + "\n    -> " + one + "\n    -> " + other);
      }
    }
    System.out.println(
        "SQL: " + ordinary.size() + " usual statements, " + lost.size() + " not readable: " + lost);
    assertThat(ordinary).hasSizeGreaterThan(100);
    assertThat(lost).hasSizeLessThanOrEqualTo(ordinary.size() / 20);
  }

  private static String with(String statement, String text, String number) {
    return statement.replace("‹text›", text).replace("‹number›", number.replace("-", ""));
  }

  private static Set<String> words(String sql) {
    String bare =
        sql.replaceAll("‹\\w+›|'[^']*'|\"[^\"]*\"|`[^`]*`|/\\*.*?\\*/|--.*|\\$\\d+|[0-9]\\w*", " ");
    Set<String> words = new LinkedHashSet<>();
    Matcher matcher = WORDS.matcher(bare);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }
}
