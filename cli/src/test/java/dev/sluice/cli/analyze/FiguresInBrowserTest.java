package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.pages.Chrome;
import dev.sluice.testkit.Seeds;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Terminal and pages have equal texts for a figure. */
@Tag("one-jdk")
class FiguresInBrowserTest {
  private static final Path UNITS =
      Path.of("../pages/src/main/resources/dev/sluice/pages/common/units.js");
  private static final int DRAWN = 200;

  private static Chrome chrome;
  private final Random random = new Random(Seeds.first("figures"));

  @BeforeAll
  static void open() throws IOException {
    chrome = Chrome.start();
  }

  @AfterAll
  static void close() {
    if (chrome != null) {
      chrome.close();
    }
  }

  /** Values of each magnitude. */
  private DoubleStream drawn(int lowest, int highest) {
    return random
        .doubles(DRAWN, lowest, highest)
        .map(exponent -> Math.pow(10, exponent))
        .map(value -> value > 1000 ? Math.rint(value) : value);
  }

  /** Asserts that both have the texts of these values, and of the values beside them. */
  private static void assertEqualTexts(
      DoubleStream values, String show, DoubleFunction<String> terminal) throws IOException {
    List<Double> all = new ArrayList<>();
    values.forEach(value -> all.addAll(List.of(value, -value)));
    Object texts =
        chrome.run(
            Files.readString(UNITS) + "return arguments[0].map((value) => " + show + ");", all);

    assertThat(all).hasSizeGreaterThanOrEqualTo(2 * DRAWN);
    assertThat((List<?>) texts)
        .isEqualTo(all.stream().map(value -> terminal.apply(value)).toList());
  }

  @Test
  void durations() throws IOException {
    double[] edges = {
      0,
      .4,
      7,
      99.94,
      99.96,
      999.4,
      999.6,
      999_960,
      999_400_000,
      999_999_000,
      119.9e9,
      120e9,
      7_199e9,
      7_200e9,
      3 * 3_600e9,
      172_799e9,
      172_800e9,
      1e17,
      1e18
    };
    assertEqualTexts(
        DoubleStream.concat(DoubleStream.of(edges), drawn(0, 17)),
        "units.duration(value)",
        Figures::nanos);
  }

  @Test
  void bytes() throws IOException {
    double[] edges = {0, 1, 1_023, 1_024, 1_048_051, 1_048_575, 1_048_576, 1L << 50, 1L << 60};
    assertEqualTexts(
        DoubleStream.concat(DoubleStream.of(edges), drawn(0, 18).map(Math::rint)).map(Math::abs),
        "units.amount(Math.abs(value), 'bytes')",
        value -> Figures.bytes((long) Math.abs(value)));
  }

  @Test
  void shares() throws IOException {
    double[] edges = {
      0, 4e-4, 5e-4, 6e-4, .001, .0995, .9, .999, .9994, .9996, .99999, 1, 1.2, 9.9
    };
    assertEqualTexts(
        DoubleStream.concat(DoubleStream.of(edges), drawn(-5, 1)),
        "units.percent(value)",
        value -> Figures.percent(value, 1));
  }

  @Test
  void counts() throws IOException {
    assertEqualTexts(
        DoubleStream.concat(DoubleStream.of(0, 1, 2, 999, 1_000), drawn(0, 15).map(Math::rint))
            .map(Math::abs),
        "units.plural(Math.abs(value), 'request')",
        value -> Figures.count((long) Math.abs(value), "request"));
  }
}
