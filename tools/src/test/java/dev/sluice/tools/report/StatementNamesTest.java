package dev.sluice.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.monitoring.probe.SqlText;
import dev.sluice.tools.format.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names of statements, for all that the tests of {@link SqlText} know. */
@Tag("one-jdk")
class StatementNamesTest {
  private static final Path STATEMENTS =
      Path.of("../monitoring/core/src/test/resources/dev/sluice/monitoring/probe/sql-secrets.txt");

  /** Places of data, each filled with a literal, a call, and nothing that is one word. */
  private static final List<String> FILLED = List.of("'x'", "abs(w)", "a.f(w)", "7");

  private static Set<String> statements() throws IOException {
    Set<String> all = new LinkedHashSet<>();
    try (Stream<String> lines = Files.lines(STATEMENTS)) {
      lines
          .filter(line -> line.matches("(usual|with|secret) .*"))
          .map(line -> line.substring(line.indexOf(' ') + 1))
          .forEach(
              form -> {
                for (String data : FILLED) {
                  String sql = form.replaceAll("‹[a-z]+›", data).replaceAll("[⏎␍]", "\n");
                  all.add(SqlText.withoutLiterals(sql));
                  all.add(SqlText.withoutLiterals(sql + " or a.f(w)"));
                }
              });
    }
    for (String verb : List.of("select", "SELECT", "call", "CALL", "exec", "values", "do")) {
      all.add(verb + " billing.total(a)");
    }
    return all;
  }

  @Test
  void name_of_a_statement_is_the_statement_everywhere() throws IOException {
    Set<String> all = statements();
    assertThat(all).hasSizeGreaterThan(800);
    OperationIndex operations = new OperationIndex();
    List<String> cut = new ArrayList<>();
    for (String statement : all) {
      operations.of(statement);
      boolean isWhole =
          statement.equals(Signature.brief(statement))
              && statement.equals(Signature.name(statement))
              && statement.equals(Signature.type(statement))
              && statement.equals(Signature.method(statement));
      if (!isWhole) {
        cut.add(statement + " -> " + Signature.name(statement));
      }
    }
    assertThat(cut).isEmpty();
    assertThat(operations.labels()).isEqualTo(all.stream().map(SafeText::line).toList());
  }
}
