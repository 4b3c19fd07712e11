package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever was measured, what is said of it are words and numbers. */
@Tag("one-jdk")
class TuneWordsTest {
  private static final int RUNS = Seeds.amount(200, 2_000);
  private static final List<Setting> SETTINGS = new Grid(null, null, null, null, null).settings();

  /** Numbers that are none, claims of nothing, and nouns and verbs that do not fit their number. */
  private static final String WRONG =
      "NaN|Infinity|∞|9223372036854775807|2147483647|\\bnull\\b|\\bnot 0\\b"
          + "|(?<![\\d.,])0 % (?:above|less|more)|at most 0(?![\\d.])"
          + "|(?<![\\d.,])1 (?:settings|records|runs|sizes) |(?<![\\d.,])1 setting that keep "
          + "|(?<![\\d.,])1 contradict |of the other runs (?!1 )\\d+ contradicts"
          + "|None of 1 |keep to  |decides about [^;]*decides about";

  private final Random random = new Random(11);

  private double value(double most) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1 -> most;
      default -> most * Math.exp(-12 * random.nextDouble());
    };
  }

  private double half() {
    return switch (random.nextInt(4)) {
      case 0 -> Double.POSITIVE_INFINITY;
      case 1 -> 0;
      default -> value(1e9);
    };
  }

  private Answer answer(Setting setting) {
    List<Double> halves = new ArrayList<>();
    Arrays.stream(Measure.values()).forEach(one -> halves.add(half()));
    double p50 = value(1e10);
    return new Answer(setting, p50, p50 + value(1e10), value(100), value(1e6), value(1e4), halves);
  }

  private Interval interval() {
    double[] values = random.doubles(random.nextInt(4), 0, 1e6).toArray();
    return random.nextInt(5) == 0 ? Interval.of(0, 0) : Interval.of(values);
  }

  private SinkModel sink() {
    List<SinkModel.Point> points = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      double[] quantiles = new double[SinkModel.QUANTILES];
      Arrays.setAll(quantiles, at -> at * 1e5);
      points.add(new SinkModel.Point(100 + i, 1, quantiles, quantiles, interval(), interval()));
    }
    return new SinkModel(points, value(1e7), value(1e5));
  }

  private Goal goal() {
    List<String> limits = new ArrayList<>();
    for (String limit : List.of("p99<250ms", "bytes<5", "cpu<1us", "messages<0.5")) {
      if (random.nextInt(3) == 0) {
        limits.add(limit);
      }
    }
    return limits.isEmpty() ? Goal.NONE : Goal.parse(String.join(",", limits));
  }

  private Findings findings() {
    Measure[] measures = Measure.values();
    Findings.Run run =
        new Findings.Run(
            "sluice tune",
            "a machine",
            Instant.EPOCH,
            "records",
            null,
            "file:sink",
            goal(),
            random.nextBoolean() ? null : measures[random.nextInt(measures.length)],
            1 + random.nextInt(3),
            value(1e6),
            List.of(),
            List.of());
    List<Answer> answers = new ArrayList<>();
    int count = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
    for (int i = 0; i < count; i++) {
      answers.add(answer(SETTINGS.get(i == 0 ? 0 : random.nextInt(SETTINGS.size()))));
    }
    RunCost.Sample small = new RunCost.Sample(value(1e3), value(1e3), half());
    RunCost cost =
        random.nextBoolean()
            ? RunCost.NONE
            : RunCost.of(small, new RunCost.Sample(value(1e3), value(1e3), half()));
    Findings findings = Findings.of(run).withSink(sink(), cost).withAnswers(answers);
    List<Proof> proofs = new ArrayList<>();
    for (Proof.Candidate one :
        Proof.candidates(findings.choice(), findings.today(), findings.front())) {
      Answer measured = answer(one.answer().setting());
      long dropped = random.nextInt(4) == 0 ? random.nextInt(3) : 0;
      proofs.add(new Proof(one.role(), one.answer(), measured, 1, dropped, (long) value(1e9)));
    }
    int from = random.nextInt(4) == 0 && proofs.size() > 1 ? 1 : 0;
    Findings all = findings.withProofs(proofs.subList(from, proofs.size()));
    return all.with(random.nextInt(5) == 0 ? Verdict.best("Measured", all) : Verdict.of(all));
  }

  @Test
  void whatever_is_found_is_told_in_words_and_numbers() throws IOException {
    for (int i = 0; i < RUNS; i++) {
      Findings findings = findings();
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      ByteArrayOutputStream json = new ByteArrayOutputStream();

      new TuneReport(findings, new PrintStream(text, true, StandardCharsets.UTF_8)).print();
      TuneFiles.json(findings, json);

      assertThat(text.toString(StandardCharsets.UTF_8))
          .as("run %s", i)
          .doesNotContainPattern(WRONG);
      assertThat(json.toString(StandardCharsets.UTF_8))
          .as("run %s", i)
          .doesNotContainPattern(WRONG.replace("|\\bnull\\b", ""));
    }
  }

  @Test
  void an_interval_that_is_not_known_is_called_so() {
    assertThat(Interval.print(Interval.of(7).relative())).isEqualTo("unknown");
    assertThat(Interval.print(Interval.of().relative())).isEqualTo("unknown");
    assertThat(Interval.print(Interval.of(0, 0).relative())).isEqualTo("0 %");
    assertThat(Interval.print(0.125)).isEqualTo("12.5 %");
  }
}
