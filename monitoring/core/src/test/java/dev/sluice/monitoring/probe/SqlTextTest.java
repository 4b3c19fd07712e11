package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("one-jdk")
class SqlTextTest {
  private static final String SECRET = "Sesame";

  /** Literals in one database or all. */
  private static final List<String> LITERALS =
      List.of(
          "'Sesame'",
          "'it''s Sesame'",
          "'Sesame -- '",
          "'/* Sesame'",
          "N'Sesame'",
          "E'a\\'Sesame'",
          "'a\\' OR Sesame",
          "'a\\\\' || 'Sesame'",
          "\"Sesame\"",
          "\"it's Sesame\"",
          "\"a\\\"Sesame\"",
          "q'[it's Sesame]'",
          "nq'!Sesame's!'",
          "$$it's Sesame$$",
          "$tag$Sesame$$ $tag$",
          "x'Sesame'",
          "_utf8'Sesame'",
          "0xSesame",
          "1Sesame");

  private static final List<String> PIECES =
      List.of(
          "SELECT",
          "*",
          "FROM t",
          "orders",
          "WHERE",
          "`a'b`",
          "[a b]",
          "t1",
          "=",
          ",",
          "(",
          ")",
          ";",
          "\n",
          "\t",
          "-- it's\n",
          "--\n",
          "/* it's /* nested \" */ */",
          "?",
          "?1",
          ":name",
          "$1",
          "a$b",
          "1",
          "-2.5e-3",
          ".5",
          "'x'",
          "''",
          "\"t\".\"c\"",
          "IN",
          "VALUES",
          "#>",
          "->>",
          "||",
          "::text",
          "@v",
          "é",
          "INTERVAL");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT * FROM orders WHERE id = 17|SELECT * FROM orders WHERE id = ?",
        "select  a,b\tfrom t1 where x='it''s' and y=-1.5e+3|select a,b from t1 where x=? and y=-?",
        "SELECT a FROM t WHERE id IN (1, 2,3 , 4)|SELECT a FROM t WHERE id IN (?)",
        "INSERT INTO t (a, b) VALUES (?, ?), (?, 'x'), (3, ?)|INSERT INTO t (a, b) VALUES (?)",
        "INSERT INTO t VALUES (?,?),(?,?)|INSERT INTO t VALUES (?)",
        "SELECT /* from a */ a -- why\\n FROM t|SELECT a FROM t",
        "SELECT \"u\".\"name\" FROM \"user\" \"u\"|SELECT \"u\".\"name\" FROM \"user\" ?",
        "SELECT u.a AS \"b\", \"c\" FROM u|SELECT u.a AS \"b\", ? FROM u",
        "SELECT `it's`, 'x' FROM t|SELECT …",
        "SELECT `a b`, 'x' FROM t|SELECT `a b`, ? FROM t",
        "SELECT [a b] FROM #temp|SELECT [a b] FROM #temp",
        "SELECT a[1] FROM t WHERE b = $1 AND c = ?2|SELECT a[?] FROM t WHERE b = ? AND c = ?",
        "SELECT $$its$$, q'[it]' FROM t|SELECT ? FROM t",
        "SELECT $$it's$$ FROM t|SELECT …",
        "SELECT q'[it's]' FROM t|SELECT …",
        "SELECT 'C:\\\\temp', a FROM t|SELECT ?, a FROM t",
        "sp_addlogin Joe, tiger|sp_addlogin …",
        "EXEC dbo.p @a = 1, @b = ?|EXEC dbo.p @a = ?, @b = ?",
        "EXEC sp_password NULL, tiger|EXEC sp_password NULL, …",
        "SET search_path TO orders|SET search_path TO …",
        "DELETE FROM \"t\" WHERE \"a\" = 1|DELETE FROM \"t\" WHERE ? = ?",
        "SELECT 'a\\' OR 'b' FROM t|SELECT …",
        "select a from t where b like ? escape '\\' order by c|select a from t where b like ? escape ? order by c",
        "SELECT a FROM t WHERE b LIKE ? ESCAPE '\\'' OR c = 'x'|SELECT a FROM t WHERE b LIKE ? ESCAPE …",
        "SELECT a FROM t WHERE b LIKE ? ESCAPE 'a\\' OR c = 'x'|SELECT a FROM t WHERE b LIKE ? ESCAPE …",
        "SELECT 'never ends FROM t|SELECT …",
        "SELECT count(*), 0xFF FROM x2|SELECT count(*), ? FROM x2",
      })
  void literals_and_comments_are_left_out(String sql, String text) {
    assertThat(SqlText.withoutLiterals(sql.replace("\\n", "\n"))).isEqualTo(text);
  }

  @Test
  void no_literal_of_any_database_stays() {
    Random random = new Random(11);
    for (int i = 0; i < 200_000; i++) {
      StringBuilder sql = new StringBuilder();
      for (int k = random.nextInt(12); k >= 0; k--) {
        List<String> from = random.nextInt(3) == 0 ? LITERALS : PIECES;
        sql.append(from.get(random.nextInt(from.size()))).append(' ');
      }
      String text = SqlText.withoutLiterals(sql.toString());
      assertThat(text).as(sql.toString()).doesNotContain(SECRET);
    }
  }

  @Test
  void any_text_is_taken_and_a_short_one_comes() {
    Random random = new Random(12);
    String signs = "'\"`[]$()-/*#?\\.,; \n\0abqQnN019é\ud83d\ude00";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder sql = new StringBuilder();
      for (int k = random.nextInt(i % 100 == 0 ? 40_000 : 200); k > 0; k--) {
        sql.append(signs.charAt(random.nextInt(signs.length())));
      }
      assertThat(SqlText.withoutLiterals(sql.toString()))
          .hasSizeLessThanOrEqualTo(SqlText.MAX_CHARS)
          .doesNotContain("\n", "\0");
    }
  }

  @Test
  void lists_of_any_length_are_one_statement() {
    String rows = "(1, 'a'), ".repeat(900) + "(2, 'b')";
    assertThat(SqlText.withoutLiterals("INSERT INTO t (a, b) VALUES " + rows))
        .isEqualTo("INSERT INTO t (a, b) VALUES (?)");
  }
}
