package dev.sluice.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comparison of the code in documents with code that is compiled and tested. */
public final class Snippets {
  private static final Pattern SHOWN =
      Pattern.compile("<!-- (\\w+): (\\S+) -->\\n```\\w+\\n(.*?)```", Pattern.DOTALL);

  private Snippets() {}

  /**
   * Returns the code blocks of a Markdown page that follow a comment {@code snippet: NAME}, by name
   * and in the page's order.
   */
  public static Map<String, String> shownIn(Path page) throws IOException {
    return shownIn(page, "snippet");
  }

  /**
   * Returns the code blocks of a Markdown page that follow a comment of the given kind, by name and
   * in the page's order.
   *
   * @param kind the word before the colon: {@code file} of whole files, by their paths, or {@code
   *     run} of commands
   */
  public static Map<String, String> shownIn(Path page, String kind) throws IOException {
    Map<String, String> shown = new LinkedHashMap<>();
    Matcher matcher = SHOWN.matcher(Files.readString(page));
    while (matcher.find()) {
      if (matcher.group(1).equals(kind)) {
        shown.put(matcher.group(2), matcher.group(3));
      }
    }
    return shown;
  }

  /**
   * Returns the lines between {@code // snippet: NAME} and {@code // end} in one of the sources,
   * without their common indentation.
   */
  public static String inSource(String name, List<Path> sources) throws IOException {
    Pattern marked =
        Pattern.compile(" *// snippet: " + name + "\\n(.*?) *// end\\n", Pattern.DOTALL);
    for (Path source : sources) {
      Matcher matcher = marked.matcher(Files.readString(source));
      if (matcher.find()) {
        // Trailing space first: a last line that is empty would count as one without indentation.
        return matcher.group(1).stripTrailing().stripIndent() + "\n";
      }
    }
    throw new AssertionError("no snippet called " + name);
  }
}
