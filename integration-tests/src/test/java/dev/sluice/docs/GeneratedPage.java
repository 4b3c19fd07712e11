package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A page of the documentation that is made from the code. */
final class GeneratedPage {
  private static final Path DOCS = Path.of("..", "docs");

  private GeneratedPage() {}

  /** Compares the page with what it must be, or writes it if the build was asked to. */
  static void check(String name, String text) throws IOException {
    check(name, text, UnaryOperator.identity());
  }

  /**
   * The same of a page that is made by running something.
   *
   * @param masked what must be equal of a page, so that a run in which nothing else came out than
   *     what the page shows changes nothing
   */
  static void check(String name, String text, UnaryOperator<String> masked) throws IOException {
    Path page = DOCS.resolve(name);
    String before = Files.exists(page) ? Files.readString(page) : "";
    boolean isSame = masked.apply(before).equals(masked.apply(text));
    if (Boolean.getBoolean("sluice.write") && !isSame) {
      Files.writeString(page, text);
      return;
    }
    assertThat(paragraphs(masked.apply(before)))
        .as(
            "docs/%s is out of date; write it with ./mvnw -pl integration-tests -am verify"
                + " -Dsluice.write=true -Dtest='*PageTest' -Dsurefire.failIfNoSpecifiedTests=false",
            name)
        .containsExactlyElementsOf(paragraphs(masked.apply(text)));
  }

  /** So that a difference is shown alone. */
  private static List<String> paragraphs(String text) {
    return List.of(text.split("\n\n", -1));
  }

  /** A text within a cell of a table. */
  static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
