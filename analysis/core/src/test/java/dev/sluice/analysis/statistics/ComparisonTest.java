package dev.sluice.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.operations.Operations;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final int OPERATIONS = 200;

  private final Operations operations = new Operations(1000);

  /** Every operation takes about 1 µs; times drift slowly, as those of programs do. */
  private OperationStatistics run(long seed, double slower) {
    Random random = new Random(seed);
    OperationStatistics statistics = new OperationStatistics();
    for (int operation = 0; operation < OPERATIONS; operation++) {
      int id = operations.id("o" + operation);
      double drift = 0;
      for (int call = 0; call < 4000; call++) {
        drift = 0.97 * drift + random.nextGaussian();
        double nanos = 1000 + 10 * drift + 20 * random.nextGaussian();
        double factor = operation == 7 ? slower : 1;
        statistics.outside(operations, id, 0, Math.round(factor * nanos), false);
      }
    }
    return statistics;
  }

  private static Map<Change.Verdict, List<String>> verdicts(List<Change> changes) {
    return changes.stream()
        .collect(
            Collectors.groupingBy(
                Change::verdict, Collectors.mapping(Change::signature, Collectors.toList())));
  }

  @Test
  void a_real_change_is_found_among_many_that_are_chance() {
    Map<Change.Verdict, List<String>> slower = verdicts(Comparison.of(run(1, 1), run(2, 1.1)));
    assertThat(slower.get(Change.Verdict.SLOWER)).containsExactly("o7");
    assertThat(slower).doesNotContainKey(Change.Verdict.FASTER);
    Map<Change.Verdict, List<String>> faster = verdicts(Comparison.of(run(3, 1), run(4, 0.9)));
    assertThat(faster.get(Change.Verdict.FASTER)).containsExactly("o7");
    assertThat(faster).doesNotContainKey(Change.Verdict.SLOWER);
  }

  @Test
  void intervals_hold_the_difference_although_calls_depend_on_each_other() {
    List<Change> changes = Comparison.of(run(5, 1), run(6, 1));
    long holding = changes.stream().filter(c -> c.low() <= 0 && 0 <= c.high()).count();
    // 95 % of 200; with calls taken for independent it would be about half of them.
    assertThat(holding).isGreaterThan(OPERATIONS * 85 / 100);
  }

  @Test
  void what_is_in_one_recording_alone_or_too_seldom_has_no_interval() {
    OperationStatistics before = new OperationStatistics();
    OperationStatistics after = new OperationStatistics();
    before.outside(operations, operations.id("gone"), 0, 10, false);
    after.outside(operations, operations.id("new"), 0, 10, false);
    before.outside(operations, operations.id("seldom"), 0, 10, false);
    after.outside(operations, operations.id("seldom"), 0, 20, false);
    List<Change> changes = Comparison.of(before, after);
    assertThat(verdicts(changes))
        .containsEntry(Change.Verdict.GONE, List.of("gone"))
        .containsEntry(Change.Verdict.NEW, List.of("new"))
        .containsEntry(Change.Verdict.TOO_FEW_CALLS, List.of("seldom"));
    Change seldom =
        changes.stream().filter(c -> c.before() != null && c.after() != null).findFirst().get();
    assertThat(seldom.relative(seldom.difference())).isEqualTo(1);
  }

  @Test
  void equal_times_without_any_spread_differ_for_certain_or_not_at_all() {
    OperationStatistics before = new OperationStatistics();
    OperationStatistics after = new OperationStatistics();
    for (int i = 0; i < 100; i++) {
      before.outside(operations, operations.id("same"), 0, 10, false);
      after.outside(operations, operations.id("same"), 0, 10, false);
      before.outside(operations, operations.id("other"), 0, 10, false);
      after.outside(operations, operations.id("other"), 0, 12, false);
    }
    assertThat(verdicts(Comparison.of(before, after)))
        .containsEntry(Change.Verdict.NO_DIFFERENCE_FOUND, List.of("same"))
        .containsEntry(Change.Verdict.SLOWER, List.of("other"));
  }
}
