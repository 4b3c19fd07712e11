package dev.sluice.kieker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds what {@code docs/coming-from-kieker.md} says of Kieker to Kieker. */
class ComingFromKiekerPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "coming-from-kieker.md");
  private static final Pattern KEY = Pattern.compile("`(kieker\\.monitoring\\.\\w[\\w.]*)`");
  private static final Pattern RECORD = Pattern.compile("`(\\w+(?:Record|Event|Metadata))`");

  private static Set<String> named(Pattern pattern) throws IOException {
    Set<String> names = new TreeSet<>();
    pattern.matcher(Files.readString(PAGE)).results().forEach(name -> names.add(name.group(1)));
    return names;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        ComingFromKiekerPageTest.class.getClassLoader().getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void keys_are_those_of_kieker() throws IOException {
    Properties known = new Properties();
    try (InputStream in =
        getClass()
            .getClassLoader()
            .getResourceAsStream("META-INF/kieker.monitoring.default.properties")) {
      known.load(in);
    }
    assertThat(named(KEY)).hasSizeGreaterThan(15).isSubsetOf(known.stringPropertyNames());
  }

  @Test
  void records_become_the_types_that_the_page_says() throws IOException {
    String records = resource("dev/sluice/kieker/kieker-records.txt");
    assertThat(named(RECORD))
        .hasSizeGreaterThan(8)
        .allMatch(name -> records.matches("(?s).*\\." + name + " sluice\\..*"));
  }
}
