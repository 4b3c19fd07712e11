package dev.sluice.analysis.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.requests.RequestComparison.KindChange;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Simulated pairs of recordings: {@code -Dsluice.pairs=1000} for as many. */
@Tag("one-jdk")
class CoverageTest {
  private static final int PAIRS = Integer.getInteger("sluice.pairs", 40);

  private final Map<String, int[]> covered = new TreeMap<>();

  private void count(String what, FigureChange change, double truth) {
    int[] counts = covered.computeIfAbsent(what, absent -> new int[2]);
    counts[0]++;
    counts[1] += change.low() <= truth && truth <= change.high() ? 1 : 0;
    assertThat(change.low()).isGreaterThanOrEqualTo(-1);
  }

  private static KindChange kind(RequestComparison comparison, String name) {
    return comparison.kinds().stream()
        .filter(kind -> kind.request().operation().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Change operation(KindChange kind, String name) {
    return kind.operations().stream()
        .filter(operation -> operation.operation().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void intervals_hold_the_true_change_of_heavy_tails_whose_neighbours_depend_on_each_other() {
    int first = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      RequestComparison comparison =
          RequestComparison.of(
              new Shop(2L * pair, 1, 20).read(1),
              new Shop(2L * pair + 1, 1.5, 1).read(1),
              false,
              1);
      for (String name : Shop.KINDS) {
        Map<Figure, FigureChange> figures = kind(comparison, name).request().figures();
        double scaled = name.equals("cart") ? 0.5 : 0;
        if (name.equals("orders")) {
          count(name + " mean", figures.get(Figure.TOTAL), Shop.orders(1) / Shop.orders(20) - 1);
        } else {
          count(name + " mean", figures.get(Figure.TOTAL), scaled);
          count("p50", figures.get(Figure.P50), scaled);
          count("p95", figures.get(Figure.P95), scaled);
          count("p99", figures.get(Figure.P99), scaled);
        }
      }
      KindChange orders = kind(comparison, "orders");
      Map<Figure, FigureChange> find = operation(orders, "find").figures();
      count("find calls", find.get(Figure.CALLS), 1.0 / 20 - 1);
      count("find time", find.get(Figure.TOTAL), 1.0 / 20 - 1);
      count("find mean", find.get(Figure.MEAN), 0);
      first +=
          orders.request().verdict() == Change.Verdict.FASTER
                  && orders.main().get().operation().equals("find")
                  && orders.main().get().cause() == Change.Cause.CALLS
              ? 1
              : 0;
    }
    StringBuilder all = new StringBuilder();
    int[] sum = new int[2];
    covered.forEach(
        (what, counts) -> {
          all.append(what).append(' ').append(counts[1]).append(" of ").append(counts[0] + "; ");
          sum[0] += counts[0];
          sum[1] += counts[1];
        });
    System.out.println(all);
    assertThat(first).as("the calls that became fewer explain it").isEqualTo(PAIRS);
    assertThat((double) sum[1] / sum[0]).as("%s", all).isGreaterThanOrEqualTo(0.93);
    covered.forEach(
        (what, counts) ->
            assertThat((double) counts[1] / counts[0])
                .as("%s of %s", what, all)
                .isGreaterThanOrEqualTo(PAIRS < 1000 ? 0.85 : 0.93));
  }

  @Test
  void two_recordings_of_the_same_program_have_no_change() {
    int alarms = 0;
    for (int pair = 0; pair < PAIRS; pair++) {
      RequestComparison comparison =
          RequestComparison.of(
              new Shop(1_000_000L + 2 * pair, 1, 5).read(1),
              new Shop(1_000_001L + 2 * pair, 1, 5).read(1),
              false,
              1);
      boolean any =
          comparison.kinds().stream()
              .anyMatch(
                  kind ->
                      kind.request().isClear()
                          || kind.operations().stream().anyMatch(Change::isClear));
      alarms += any ? 1 : 0;
    }
    System.out.println(alarms + " false alarms in " + PAIRS);
    assertThat(alarms).isLessThanOrEqualTo(PAIRS / 20);
  }
}
