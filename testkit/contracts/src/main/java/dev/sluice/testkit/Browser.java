package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real browser without a window, if there is one: the program that {@code CHROMIUM} names, or
 * {@code chromium} or {@code google-chrome} on the path. A test that needs it is skipped without
 * one, and says so. For one thread.
 */
public record Browser(String program, Path folder) {
  private static final Pattern PROBE = Pattern.compile("data-probe=\"([^\"]*)\"");

  /** Returns a browser that keeps its files in this folder; skips the test if there is none. */
  public static Browser in(Path folder) {
    String named = System.getenv("CHROMIUM");
    List<String> places =
        named != null
            ? List.of(named)
            : Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(dir -> Stream.of(dir + "/chromium", dir + "/google-chrome"))
                .toList();
    String found =
        places.stream().filter(p -> Files.isExecutable(Path.of(p))).findFirst().orElse(null);
    if (found == null) {
      System.out.println("skipped: no chromium or google-chrome on the path; CHROMIUM=FILE");
    }
    assumeTrue(found != null, "no browser");
    return new Browser(found, folder);
  }

  /**
   * Opens a page and returns its elements as text, in their state after its scripts ran.
   *
   * @throws AssertionError if one of them failed or complained
   */
  public String open(Path page) throws IOException, InterruptedException {
    return open(page.toUri());
  }

  /**
   * Opens a page of a server and returns its elements as text, after its requests of the first
   * seconds.
   */
  public String open(URI page) throws IOException, InterruptedException {
    String dom = run("--virtual-time-budget=3000", "--dump-dom", page.toString());
    assertThat(Files.readString(folder.resolve("err"))).doesNotContain("CONSOLE", "Uncaught");
    String shot = System.getProperty("sluice.screenshot");
    if (shot != null) {
      run(
          "--screenshot=" + shot,
          "--virtual-time-budget=3000",
          "--window-size=1280,3000",
          page.toString());
    }
    return dom;
  }

  /**
   * Opens a copy of a page with a script of the test after the page's own, and returns the result
   * of the script's body.
   *
   * @param script the body of a JavaScript function; what it returns must be free of quotes
   */
  public String probe(Path page, String script) throws IOException, InterruptedException {
    Path copy = folder.resolve("probed.html");
    String end = "</body></html>";
    String html = Files.readString(page);
    assertThat(html).contains(end);
    String behind =
        "<script>document.documentElement.dataset.probe = (() => {" + script + "})()</script>";
    Files.writeString(copy, html.replace(end, behind + end));
    Matcher probe = PROBE.matcher(open(copy));
    assertThat(probe.find()).as("the script's value").isTrue();
    return probe.group(1);
  }

  private String run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile")));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(out);
  }
}
