package dev.sluice.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of chart in a real browser, if there is one: {@code CHROMIUM}, or on the path. */
class BrowserTest {
  private static final String HOSTILE = "<img src=x onerror=alert(1)></script>";

  @TempDir private Path folder;

  @Test
  void a_browser_draws_every_chart_without_a_complaint() throws Exception {
    String browser = browser();
    Path page = folder.resolve("page.html");
    page().write(page);

    String dom = run(browser, "--dump-dom", page.toUri().toString());

    assertThat(dom).contains("data-charts=\"5\"");
    assertThat(dom.split("<svg ", -1)).hasSize(6);
    assertThat(dom).contains("records a chunk", "&lt;img src=x").doesNotContain("<img src=x");
    assertThat(Files.readString(folder.resolve("err"))).doesNotContain("CONSOLE", "Uncaught");
    String shot = System.getProperty("sluice.screenshot");
    if (shot != null) {
      run(browser, "--screenshot=" + shot, "--window-size=1280,3000", page.toUri().toString());
    }
  }

  private static Page page() {
    List<Point> rising =
        IntStream.range(0, 14).mapToObj(i -> Point.of(1 << i, 100 + 900.0 / (1 << i))).toList();
    List<Point> cloud =
        IntStream.range(1, 60)
            .mapToObj(i -> new Point(i * 3.7 % 50, i * i % 97 + 1, "setting " + i))
            .toList();
    List<String> stages = List.of("floor", "collect", HOSTILE, "file");
    return Page.titled("What a page can show")
        .paragraph("Measured on a machine with two processors & one disk.")
        .lines("./sluice bench method-calls --quick --stages none,floor")
        .heading("Figures")
        .table(
            List.of("stage", ">mean ns", ">p99"),
            List.of(List.of("floor", "64.2", "71"), List.of(HOSTILE, "1,064.2", "1,171")))
        .heading("Charts")
        .chart(
            Chart.of("A line", Axis.log("records a chunk"), Axis.linear("ns a record"))
                .line("binary", rising)
                .intervals(
                    "binary",
                    rising.stream().map(p -> new Interval(p.x(), p.y() - 40, p.y() + 60)).toList()))
        .chart(
            Chart.of("A scatter plot", Axis.linear("delay, ms"), Axis.log("bytes a record"))
                .scatter("settings", cloud)
                .scatter("recommended", List.of(new Point(10, 2, HOSTILE))))
        .chart(
            Chart.of("Stacked bars", Axis.names("stage", stages), Axis.linear("µs"))
                .stacked("instrumentation", List.of(1.0, 2.0, 3.0, 4.0))
                .stacked("collecting", List.of(0.0, 2.0, 2.0, 2.5)))
        .chart(
            Chart.of("Bars", Axis.names("", stages), Axis.log("µs"))
                .sideways()
                .bars("ours", List.of(1.0, 20.0, 300.0, 4.0))
                .intervals("ours", List.of(new Interval(1, 15, 30))))
        .chart(
            Chart.of("Boxes", Axis.names("stage", stages), Axis.linear("ns"))
                .boxes("all", stages.stream().map(s -> new Box(1, 3, 4, 6, 9)).toList()));
  }

  private String run(String browser, String... arguments) throws Exception {
    List<String> command =
        Stream.concat(
                Stream.of(
                    browser,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--enable-logging=stderr",
                    "--user-data-dir=" + folder.resolve("profile")),
                Stream.of(arguments))
            .toList();
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(out);
  }

  private static String browser() throws IOException {
    String named = System.getenv("CHROMIUM");
    String path = System.getenv("PATH");
    List<String> places =
        named != null
            ? List.of(named)
            : Stream.of(path.split(File.pathSeparator))
                .flatMap(dir -> Stream.of(dir + "/chromium", dir + "/google-chrome"))
                .toList();
    String found =
        places.stream().filter(p -> Files.isExecutable(Path.of(p))).findFirst().orElse(null);
    if (found == null) {
      System.out.println("skipped: no chromium or google-chrome on the path; CHROMIUM=FILE");
    }
    assumeTrue(found != null, "no browser");
    return found;
  }
}
