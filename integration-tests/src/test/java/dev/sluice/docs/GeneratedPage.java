package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the documentation that is made from the code. */
final class GeneratedPage {
  private static final Path DOCS = Path.of("..", "docs");

  private GeneratedPage() {}

  /** Compares the page with what it must be, or writes it if the build was asked to. */
  static void check(String name, String text) throws IOException {
    Path page = DOCS.resolve(name);
    if (Boolean.getBoolean("sluice.write")) {
      Files.writeString(page, text);
    }
    assertThat(Files.exists(page) ? Files.readString(page) : "")
        .as(
            "docs/%s is out of date; write it with ./mvnw -pl integration-tests -am verify"
                + " -Dsluice.write=true -Dtest='*PageTest' -Dsurefire.failIfNoSpecifiedTests=false",
            name)
        .isEqualTo(text);
  }

  /** A text within a cell of a table. */
  static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
