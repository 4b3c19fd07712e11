package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testkit.TcpPeers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Does what pages for users say, block by block, and holds what they show to what comes out. A
 * block whose output is not shown must not fail.
 */
@Tag("one-jdk")
@Tag("full")
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class GuidesPageTest {
  private static final Path DOCS = Path.of("..", "docs");

  /** A block, or what one shows. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "<!-- (run|file|snippet): (\\S+) -->\\n```\\w+\\n(.*?)```\\n"
              + "(?:\\n<!-- output: (\\2) -->\\n```text\\n.*?```\\n)?",
          Pattern.DOTALL);

  private static final Pattern FENCE = Pattern.compile("(?m)^```\\w");
  private static final Pattern INDENTED = Pattern.compile("(?m)^\\n {4}\\S");

  private static final String ORDERS =
      """
      {"time":1764144000000000000,"customer":"Ada","total":19.9}
      {"time":1764144001000000000,"customer":"Grace","total":5}
      """;

  private static final String PREPARED =
      """
      ./sluice convert orders.jsonl --as shop.order --time time --to orders.slu
      rm orders.jsonl
      """;

  @TempDir private static Path directory;
  private static PageSession session;

  @BeforeAll
  static void start() throws Exception {
    for (String program : List.of("openssl", "python3")) {
      assumeTrue(PageSession.isThere(program), program + " is not installed");
    }
    session = new PageSession(directory);
    session.show(":9931", ":" + TcpPeers.freePort());
  }

  @AfterAll
  static void stop() throws IOException {
    if (session != null) {
      session.close();
    }
  }

  @AfterEach
  void clear() throws IOException {
    session.clear();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "production.md",
        "production-sinks.md",
        "privacy.md",
        "troubleshooting.md",
        "troubleshooting-media.md",
        "coming-from-kieker.md",
        "coming-from-opentelemetry.md",
        "coming-from-zipkin.md"
      })
  void page_shows_what_its_commands_print(String name) throws IOException {
    Files.writeString(session.folder().resolve("orders.jsonl"), ORDERS);
    session.run(PREPARED, false);
    String page = Files.readString(DOCS.resolve(name));
    assertThat(INDENTED.matcher(page).find()).as("a block that nobody runs").isFalse();
    Matcher block = BLOCK.matcher(page);
    String shown = block.replaceAll(found -> Matcher.quoteReplacement(done(block)));
    long blocks = FENCE.matcher(page).results().count();
    long outputs = Pattern.compile("(?m)^<!-- output: ").matcher(page).results().count();
    long known = BLOCK.matcher(page).results().count();
    assertThat(known).as("blocks that are run").isEqualTo(blocks - outputs);
    GeneratedPage.check(name, shown, Varying::masked);
  }

  /** Runs a block, or writes it; gives it back with what it prints. */
  private static String done(Matcher block) {
    String name = block.group(2);
    String text = block.group(3);
    boolean shows = block.group(4) != null;
    try {
      if (block.group(1).equals("snippet")) {
        return block.group(); // compiled where its library is
      }
      if (block.group(1).equals("file")) {
        Files.writeString(session.folder().resolve(name), session.here(text));
        return block.group();
      }
      String printed = session.run(text, shows);
      String itself = block.group().replaceFirst("(?s)\\n<!-- output: .*", "");
      return shows
          ? itself + "\n<!-- output: %s -->\n```text\n%s```\n".formatted(name, printed)
          : block.group();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
