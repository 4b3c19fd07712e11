package dev.sluice.analysis.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.requests.RequestComparison.KindChange;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.TestProgram;
import dev.sluice.analysis.traces.TestProgram.TestChunk;
import dev.sluice.analysis.traces.TraceLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RequestComparisonTest {
  private static final long MILLISECOND = 1_000_000;

  private static RequestStatistics read(TestProgram program) {
    program.end();
    return Shop.read(program.chunks());
  }

  private static RequestComparison compare(RequestStatistics before, RequestStatistics after) {
    return RequestComparison.of(before, after, false, 1);
  }

  private static List<String> kinds(RequestComparison comparison) {
    return comparison.kinds().stream().map(kind -> kind.request().operation()).toList();
  }

  private static Change operation(List<Change> changes, String name) {
    return changes.stream().filter(c -> c.operation().equals(name)).findFirst().orElseThrow();
  }

  /** So many requests, every 10 ms, each of which calls another operation. */
  private static TestProgram requests(String root, String below, int count, long nanos, int fail) {
    TestProgram program = new TestProgram(7);
    for (int i = 0; i < count; i++) {
      long begin = i * 10 * MILLISECOND;
      program.execution(i, below, begin, begin + nanos / 2, 1, 1);
      if (fail > 0 && i % fail == 0) {
        program.failedExecution(i, root, begin, begin + nanos, 0, 0);
      } else {
        program.execution(i, root, begin, begin + nanos, 0, 0);
      }
    }
    return program;
  }

  private static String text(RequestComparison comparison) {
    StringBuilder all = new StringBuilder(comparison.sameMix() + " " + comparison.before());
    for (KindChange kind : comparison.kinds()) {
      List<Change> changes = new ArrayList<>(kind.operations());
      changes.add(kind.request());
      for (Change change : changes) {
        all.append(change.operation()).append(change.verdict()).append(change.figures());
        all.append(change.before().sum()).append(change.before().self()).append(change.effect());
      }
    }
    return all.toString();
  }

  @Test
  void neither_the_order_of_requests_nor_the_number_of_workers_changes_an_answer() {
    List<TestChunk> chunks = new Shop(5, 1, 3).chunks(3);
    RequestStatistics even = new RequestStatistics();
    List<List<TestChunk>> halves = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < chunks.size(); i++) {
      halves.get(i * 7 / 3 % 2).add(chunks.get(i));
    }
    even = RequestStatistics.merged(Shop.read(halves.get(1)), Shop.read(halves.get(0)));
    List<TestChunk> shuffled = new ArrayList<>(chunks);
    Collections.shuffle(shuffled.subList(1, chunks.size() - 1), new Random(3));
    String expected = text(compare(Shop.read(chunks), new Shop(6, 2, 3).read(1)));
    assertThat(text(compare(even, new Shop(6, 2, 3).read(1)))).isEqualTo(expected);
    RequestStatistics later = new RequestStatistics();
    for (TestChunk chunk : shuffled) {
      later = RequestStatistics.merged(Shop.read(List.of(chunk)), later);
    }
    assertThat(text(compare(later, new Shop(6, 2, 3).read(1)))).isEqualTo(expected);
  }

  @Test
  void counts_and_sums_are_exact_and_a_recursion_takes_its_time_once() {
    TestProgram program = new TestProgram(7);
    program.execution(1, "walk", 20, 40, 2, 2).execution(1, "walk", 10, 50, 1, 1);
    program.failedExecution(1, "walk", 60, 70, 3, 1).execution(1, "root", 0, 100, 0, 0);
    RequestComparison comparison = compare(read(program), read(program));
    assertThat(comparison.kinds()).hasSize(1);
    Calls walk = operation(comparison.kinds().get(0).operations(), "walk").before();
    assertThat(walk.calls()).isEqualTo(3);
    assertThat(walk.failed()).isEqualTo(1);
    assertThat(walk.sum()).isEqualTo(20 + 40 + 10);
    assertThat(walk.total()).isEqualTo(40 + 10);
    assertThat(walk.self()).isEqualTo(20 + 20 + 10);
    assertThat(walk.max()).isEqualTo(40);
    assertThat(comparison.kinds().get(0).request().verdict()).isEqualTo(Change.Verdict.TOO_FEW);
    FigureChange time = comparison.kinds().get(0).request().figures().get(Figure.TOTAL);
    assertThat(time.before()).isEqualTo(100);
    assertThat(time.low()).isNaN();
  }

  @Test
  void failures_and_times_of_cut_requests_count() {
    TestProgram program = new TestProgram(7);
    for (int i = 0; i < 9; i++) {
      int missing = i % 3; // without a first event the request's beginning is not known
      program.before(i, "root", 100 * i + 10, missing);
      program.before(i, "below", 100 * i + 20, missing + 1);
      program.after(i, "below", 100 * i + 30, missing + 2);
      if (i < 6) {
        program.afterFailed(i, "root", 100 * i + 40, missing + 3);
      } else {
        program.after(i, "root", 100 * i + 40, missing + 3);
      }
    }
    RequestStatistics statistics = new RequestStatistics(false);
    program.end().reconstruct(TraceLimits.DEFAULT).traces().forEach(statistics::accept);
    RequestFigures.Row all = RequestFigures.of(statistics, new RequestTree(), true).all();
    assertThat(all.whole().calls()).isEqualTo(3);
    assertThat(all.cut().calls()).isEqualTo(6);
    assertThat(all.count()).isEqualTo(9);
    assertThat(all.failed()).isEqualTo(6);
    assertThat(all.cut().failed()).isEqualTo(4);
    assertThat(all.total()).isEqualTo(9 * 30);
  }

  @Test
  void a_warm_up_is_found_and_left_out_unless_it_is_asked_for() {
    RequestComparison comparison = compare(new Shop(11, 1, 2).read(6), new Shop(12, 1, 2).read(1));
    assertThat(comparison.before().warmUp()).isBetween(150L, 260L);
    assertThat(comparison.before().requests() + comparison.before().warmUp()).isEqualTo(2_000);
    assertThat(comparison.before().warmUpFactor()).isBetween(4.0, 8.0);
    assertThat(comparison.after().warmUp()).isLessThan(80);
    assertThat(comparison.kinds()).noneMatch(kind -> kind.request().isClear());
    RequestComparison all =
        RequestComparison.of(new Shop(11, 1, 2).read(6), new Shop(12, 1, 2).read(1), true, 1);
    assertThat(all.before().requests()).isEqualTo(2_000);
    assertThat(all.sameMix().after()).isLessThan(0.8 * all.sameMix().before());
  }

  @Test
  void requests_below_a_dispatcher_are_told_apart_by_what_it_calls_first() {
    TestProgram both = requests("dispatch", "list", 400, 4 * MILLISECOND, 0);
    for (int i = 1_000; i < 1_100; i++) {
      long begin = i * 3 * MILLISECOND;
      both.execution(i, "show", begin, begin + 10, 1, 1);
      both.execution(i, "dispatch", begin, begin + 20, 0, 0);
    }
    RequestStatistics one = read(both);
    RequestComparison comparison = compare(one, read(both));
    assertThat(comparison.dispatchers()).containsExactly("dispatch");
    assertThat(kinds(comparison)).containsExactlyInAnyOrder("list", "show");
    RequestComparison other = compare(read(both), read(requests("dispatch", "list", 50, 1_000, 0)));
    assertThat(other.dispatchers()).isEmpty();
    assertThat(kinds(other)).containsExactly("dispatch");
  }

  /** Requests through a chain, a filter and a dispatcher to handlers of two kinds. */
  private static TestProgram nested() {
    TestProgram program = new TestProgram(7);
    for (int i = 0; i < 400; i++) {
      long begin = i * 10 * MILLISECOND;
      long end = begin + 4 * MILLISECOND;
      String kind = i % 3 == 0 ? "list" : "show";
      program.execution(i, kind, begin + 3, end - 3, 3, 3);
      program.execution(i, "dispatch", begin + 2, end - 2, 2, 2);
      program
          .execution(i, "filter", begin + 1, end - 1, 1, 1)
          .execution(i, "chain", begin, end, 0, 0);
    }
    return program;
  }

  @Test
  void dispatchers_may_call_each_other() {
    RequestComparison comparison = compare(read(nested()), read(nested()));
    assertThat(comparison.dispatchers()).containsExactly("chain", "dispatch", "filter");
    assertThat(kinds(comparison)).containsExactlyInAnyOrder("list", "show");
  }

  @Test
  void what_one_handler_calls_is_no_kind() {
    TestProgram same = requests("filter", "handler", 0, 0, 0);
    for (int i = 0; i < 400; i++) {
      long begin = i * 10 * MILLISECOND;
      long end = begin + 4 * MILLISECOND;
      same.execution(i, i % 3 == 0 ? "Cache.get" : "Db.query", begin + 5, begin + 9, 2, 2);
      same.execution(i, "View.render", begin + 20, begin + 900, 3, 2);
      same.execution(i, "handler", begin + 1, end - 1, 1, 1);
      same.execution(i, "filter", begin, end, 0, 0);
    }
    RequestStatistics read = read(same);
    assertThat(kinds(compare(read, read))).containsExactly("filter");
  }

  @Test
  void what_is_in_one_recording_alone_is_new_or_gone_and_its_figures_are_not_known() {
    RequestComparison comparison =
        compare(
            read(requests("old", "find", 300, MILLISECOND, 0)),
            read(requests("fresh", "find", 300, MILLISECOND, 0)));
    assertThat(comparison.kinds())
        .extracting(kind -> kind.request().verdict())
        .containsExactlyInAnyOrder(Change.Verdict.NEW, Change.Verdict.GONE);
    Change old = operation(comparison.kinds().stream().map(KindChange::request).toList(), "old");
    assertThat(old.after()).isNull();
    assertThat(old.figures().get(Figure.TOTAL).after()).isNaN();
    assertThat(comparison.sameMix().before()).isNaN();
    RequestComparison calls =
        compare(
            read(requests("page", "old", 300, MILLISECOND, 0)),
            read(requests("page", "fresh", 300, MILLISECOND, 0)));
    Change fresh = operation(calls.kinds().get(0).operations(), "fresh");
    assertThat(fresh.verdict()).isEqualTo(Change.Verdict.NEW);
    assertThat(fresh.figures().get(Figure.CALLS).before()).isZero();
    assertThat(fresh.figures().get(Figure.MEAN).before()).isNaN();
    assertThat(fresh.effect()).isCloseTo(MILLISECOND / 2.0, within(1.0));
  }

  @Test
  void times_without_any_spread_differ_for_certain_or_not_at_all() {
    RequestStatistics before = read(requests("page", "find", 300, MILLISECOND, 0));
    RequestComparison slower =
        compare(before, read(requests("page", "find", 300, 2 * MILLISECOND, 0)));
    assertThat(slower.kinds().get(0).request().verdict()).isEqualTo(Change.Verdict.SLOWER);
    FigureChange p99 = slower.kinds().get(0).request().figures().get(Figure.P99);
    assertThat(p99.before()).isEqualTo(MILLISECOND);
    assertThat(p99.low()).isEqualTo(1, within(1e-9));
    RequestComparison same =
        compare(
            read(requests("page", "find", 300, MILLISECOND, 0)),
            read(requests("page", "find", 200, MILLISECOND, 0)));
    assertThat(same.kinds().get(0).request().verdict()).isEqualTo(Change.Verdict.NO_CHANGE_FOUND);
  }

  @Test
  void more_failures_are_a_difference_of_shares() {
    RequestComparison comparison =
        compare(
            read(requests("page", "find", 500, MILLISECOND, 0)),
            read(requests("page", "find", 500, MILLISECOND, 10)));
    FigureChange failed = comparison.kinds().get(0).request().figures().get(Figure.FAILED);
    assertThat(failed.before()).isZero();
    assertThat(failed.after()).isEqualTo(0.1);
    assertThat(failed.low()).isBetween(0.07, 0.1);
    assertThat(failed.high()).isBetween(0.1, 0.13);
    assertThat(comparison.kinds().get(0).request().verdicts())
        .containsExactly(Change.Verdict.MORE_FAILURES);
    assertThat(comparison.gravest().verdict()).isEqualTo(Change.Verdict.MORE_FAILURES);
    assertThat(comparison.gravest().kind()).isEqualTo(comparison.kinds().get(0));
  }

  @Test
  void calls_that_cost_nothing_are_a_verdict_of_their_number() {
    TestProgram twice = new TestProgram(7);
    for (int i = 0; i < 300; i++) {
      long begin = i * 10 * MILLISECOND;
      twice.execution(i, "find", begin + 1, begin + 2, 1, 1);
      if (i % 2 == 0) {
        twice.execution(i, "find", begin + 3, begin + 4, 2, 1);
      }
      twice.execution(i, "page", begin, begin + 1_000 + i * 37 % 500, 0, 0);
    }
    TestProgram once = new TestProgram(7);
    for (int i = 0; i < 300; i++) {
      long begin = i * 10 * MILLISECOND;
      once.execution(i, "find", begin + 1, begin + 2, 1, 1);
      once.execution(i, "page", begin, begin + 1_000 + i * 41 % 500, 0, 0);
    }
    RequestComparison comparison = compare(read(once), read(twice));
    assertThat(comparison.gravest().operation().operation()).isEqualTo("find");
    assertThat(comparison.gravest().operation().verdicts()).contains(Change.Verdict.MORE_CALLS);
    assertThat(comparison.kinds().get(0).request().verdict())
        .isEqualTo(Change.Verdict.NO_CHANGE_FOUND);
  }

  @Test
  void a_kind_that_is_in_one_recording_by_chance_is_no_change() {
    TestProgram rare = requests("page", "find", 300, MILLISECOND, 0);
    rare.execution(900, "rare", 500 * MILLISECOND, 501 * MILLISECOND, 0, 0);
    RequestComparison comparison =
        compare(read(requests("page", "find", 300, MILLISECOND, 0)), read(rare));
    Change change =
        operation(comparison.kinds().stream().map(KindChange::request).toList(), "rare");
    assertThat(change.verdict()).isEqualTo(Change.Verdict.TOO_FEW);
    assertThat(change.isClear()).isFalse();
    assertThat(comparison.gravest().verdict()).isEqualTo(Change.Verdict.NO_CHANGE_FOUND);
    assertThat(comparison.isMixChanged()).isFalse();
  }

  @Test
  void calls_without_requests_are_compared_by_their_times() {
    Operations operations = new Operations(10);
    List<RequestStatistics> both = List.of(new RequestStatistics(), new RequestStatistics());
    for (int i = 0; i < 2_000; i++) {
      long at = i * 10 * MILLISECOND;
      for (int side = 0; side < 2; side++) {
        long nanos = (1_000 + i % 7) * (side + 1L);
        both.get(side).timed(operations, operations.id("a"), 7, at, nanos, false);
        both.get(side)
            .aggregated(
                operations, operations.id("a"), 7, new Aggregate(at, 1, 0, nanos, 9, 99, null));
        both.get(side)
            .aggregated(
                operations, operations.id("b"), 7, new Aggregate(at, 5, 1, 5 * nanos, 9, 99, null));
      }
    }
    RequestComparison comparison = compare(both.get(0), both.get(1));
    assertThat(comparison.kinds()).isEmpty();
    Change a = operation(comparison.outside(), "a");
    assertThat(a.verdict()).isEqualTo(Change.Verdict.SLOWER);
    assertThat(a.before().calls()).as("of two probes, one").isEqualTo(2_000);
    assertThat(a.figures().get(Figure.CALLS).before()).isNaN();
    Change b = operation(comparison.outside(), "b");
    assertThat(b.verdict()).isEqualTo(Change.Verdict.SLOWER);
    assertThat(b.before().calls()).isEqualTo(10_000);
    assertThat(b.figures().get(Figure.P50).before()).isNaN();
  }

  @Test
  void quantile_of_calls_of_which_few_have_a_time_has_no_interval() {
    Histogram histogram = new Histogram(2);
    histogram.recordValue(50);
    histogram.recordValue(100);
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    byte[] bytes = Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
    Operations operations = new Operations(100);
    List<RequestStatistics> both = List.of(new RequestStatistics(), new RequestStatistics());
    for (int i = 0; i < 2_000; i++) {
      Aggregate calls = new Aggregate(i * MILLISECOND, 2, 0, 150, 50, 100, i < 3 ? bytes : null);
      both.forEach(side -> side.aggregated(operations, operations.id("a"), 7, calls));
    }

    Change a = operation(compare(both.get(0), both.get(1)).outside(), "a");

    assertThat(a.figures().get(Figure.P50).before()).isEqualTo(50);
    assertThat(a.figures().get(Figure.P50).low()).isNaN();
  }

  @Test
  void times_at_the_ends_of_what_a_number_holds_do_no_harm() {
    TestProgram program = requests("page", "find", 300, MILLISECOND, 0);
    program.execution(500, "page", Long.MIN_VALUE + 1, -1, 0, 0);
    program.execution(501, "page", 0, Long.MAX_VALUE, 0, 0);
    program.execution(502, "page", 5, Long.MAX_VALUE, 0, 0);
    program.execution(503, "page", Long.MAX_VALUE - 10, Long.MAX_VALUE, 0, 0);
    RequestComparison comparison = RequestComparison.of(read(program), read(program), true, 1);
    assertThat(comparison.kinds().get(0).request().before().sum()).isEqualTo(Long.MAX_VALUE);
    assertThat(comparison.kinds().get(0).request().isClear()).isFalse();
  }

  @Test
  void more_kinds_and_operations_than_are_kept_are_joined_and_counted() {
    TestProgram program = new TestProgram(7);
    for (int i = 0; i < 1_000; i++) {
      long begin = i * MILLISECOND;
      program.execution(i, "find" + i, begin, begin + 10, 1, 1);
      program.execution(i, "page" + i, begin, begin + 20, 0, 0);
    }
    RequestComparison comparison = compare(read(program), read(program));
    long requests =
        comparison.kinds().stream().mapToLong(kind -> kind.request().before().calls()).sum();
    assertThat(requests).isEqualTo(1_000);
    assertThat(comparison.kinds()).hasSizeLessThanOrEqualTo(RequestStatistics.MOST_KINDS + 1);
    assertThat(kinds(comparison)).contains(Operations.OTHER_NAME);
  }
}
