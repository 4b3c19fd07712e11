package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.shop.Bill;
import com.acme.shop.Shop;
import dev.sluice.testkit.Snippets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GettingStartedPageTest {
  static final Path PAGE = Path.of("../docs/getting-started.md");

  @Test
  void page_shows_the_program_that_is_tested_here() throws Exception {
    Map<String, String> files = Snippets.shownIn(PAGE, "file");
    files.keySet().removeIf(name -> !name.endsWith(".java"));

    assertThat(files).hasSize(3);
    for (String name : files.keySet()) {
      Path source = Path.of(name.replace("src/main/java", "src/test/java"));
      assertThat(files.get(name)).as(name).isEqualTo(Files.readString(source));
      assertThat(Files.readString(PAGE)).contains("\n`" + name + "`");
    }
  }

  @Test
  void program_of_the_page_reads_all_that_it_emitted(@TempDir Path directory) throws Exception {
    String uri = "file:" + directory.resolve("orders");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Shop.main(new String[] {uri});
      Bill.main(new String[] {uri});
    } finally {
      System.setOut(console);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("emitted=1001, acknowledged=1001,")
        .endsWith("total=500.0 complete=true\n");
  }
}
