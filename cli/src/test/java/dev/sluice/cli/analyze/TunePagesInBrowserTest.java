package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.pages.Chrome;
import dev.sluice.pages.ModelPage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of tunings in a browser, if there is one: every figure beside {@code tune.json}. */
@Tag("one-jdk")
@Tag("full")
class TunePagesInBrowserTest {
  private static final List<Integer> WIDTHS = List.of(320, 400, 768, 1280, 1440);
  private static final int MODELS = 4;

  private static void check(Chrome chrome, Path file, JsonNode model, String name) {
    SoftAssertions soft = new SoftAssertions();
    ReportPage page = new ReportPage(chrome, file, model);
    for (int width : WIDTHS) {
      soft.check(() -> page.open("", width).assertFits());
    }
    TunePageCheck check = new TunePageCheck(page, soft);
    for (String measure : List.of("bytes", "p50", "cpu", "messages")) {
      page.open("#y=" + measure, ReportPage.WIDE).unfold();
      check.front(measure);
    }
    check.all();
    page.assertQuiet();
    assertThat(soft.errorsCollected().stream().map(Throwable::getMessage).distinct())
        .as(name)
        .isEmpty();
  }

  @Test
  void figures_of_a_run_are_those_of_its_json(@TempDir Path folder) throws IOException {
    Path result = folder.resolve("result");
    Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
    Path shop = PageRecordings.shop().write(folder.resolve("shop.slu"));
    String words =
        "tune %s --rate 20000 --quick --chunk-records 64,512 --delay 20ms,80ms"
            + " --serializer binary --compression none --sink file:%s -o %s";
    String[] args = words.formatted(shop, folder.resolve("sink"), result).split(" ");
    assertThat(Main.run(nowhere, args)).isZero();

    JsonNode model = new ObjectMapper().readTree(result.resolve("tune.json").toFile());
    try (Chrome chrome = Chrome.start()) {
      check(chrome, result.resolve("tune.html"), model, "a run");
    }
  }

  @Test
  void figures_are_those_of_what_was_found(@TempDir Path folder) throws IOException {
    try (Chrome chrome = Chrome.start()) {
      for (int seed = 0; seed < MODELS; seed++) {
        Path file = folder.resolve("tune" + seed + ".html");
        JsonNode model = TuneModels.drawn(seed);
        ModelPage.tuning("Settings")
            .write(file, target -> target.write(new ObjectMapper().writeValueAsBytes(model)));
        check(chrome, file, model, "seed " + seed);
      }
    }
  }
}
