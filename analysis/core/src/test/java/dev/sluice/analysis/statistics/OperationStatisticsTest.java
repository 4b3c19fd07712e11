package dev.sluice.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.calls.Message;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.traces.Aggregate;
import dev.sluice.analysis.traces.TestProgram;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.DropCause;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is built upon traces: the same whether one worker has all traces or several share them. */
class OperationStatisticsTest {
  /** All at once. */
  private static final class All implements TraceListener {
    private final OperationStatistics statistics = new OperationStatistics();
    private final TraceSelection slowest = TraceSelection.slowest(3, 100);
    private final CallTree tree = new CallTree();

    @Override
    public void accept(Trace trace) {
      statistics.accept(trace);
      slowest.accept(trace);
      tree.accept(trace);
    }

    @Override
    public void timed(
        Operations all, int operation, long producer, long end, long nanos, boolean failed) {
      statistics.timed(all, operation, producer, end, nanos, failed);
    }

    @Override
    public void aggregated(Operations all, int operation, long producer, Aggregate aggregate) {
      statistics.aggregated(all, operation, producer, aggregate);
    }

    static All merged(All one, All other) {
      one.statistics.merge(other.statistics);
      one.slowest.merge(other.slowest);
      return one;
    }
  }

  private static All analysed(List<TestProgram.TestChunk> chunks, int workers) {
    TraceStage<All> stage = new TraceStage<>(TraceLimits.DEFAULT, All::new, All::merged);
    List<StageWorker<TraceStage.Result<All>>> all =
        IntStream.range(0, workers).mapToObj(i -> stage.newWorker()).toList();
    for (TestProgram.TestChunk chunk : chunks) {
      all.forEach(worker -> worker.chunk(chunk.accounting()));
      for (var batch : chunk.batches()) {
        long[] keys = new long[batch.rows()];
        stage.keys(batch, keys);
        for (int i = 0; i < workers; i++) {
          int number = i;
          int[] rows =
              IntStream.range(0, batch.rows())
                  .filter(row -> Math.floorMod(keys[row], workers) == number)
                  .toArray();
          all.get(i).rows(batch, rows, rows.length);
        }
      }
    }
    return all.stream().map(StageWorker::finish).reduce(stage::merge).orElseThrow().listener();
  }

  private static TestProgram shop() {
    TestProgram program = new TestProgram(1);
    for (int trace = 1; trace <= 60; trace++) {
      long time = trace * 1000L;
      program.execution(trace, "a.Db.get()", time + 110, time + 150, 3, 2);
      program.execution(trace, "a.Db.get()", time + 10, time + 30 + trace % 7, 1, 1);
      if (trace % 20 == 0) {
        program.drop(DropCause.RING_FULL, 1);
      } else {
        program.failedExecution(trace, "a.Basket.add()", time + 100, time + 200, 2, 1);
      }
      program.execution(trace, "a.Shop.order" + trace % 3 + "()", time, time + 500 + trace, 0, 0);
      if (trace % 9 == 0) {
        program.chunk();
      }
    }
    return program.end();
  }

  @Test
  void calls_total_and_self_time_add_up() {
    OperationFigures basket = figures(analysed(shop().chunks(), 1)).get("a.Basket.add()");
    assertThat(basket.once().calls()).isEqualTo(57);
    assertThat(basket.once().failed()).isEqualTo(57);
    assertThat(basket.once().sum()).isEqualTo(5700);
    assertThat(basket.once().self()).isEqualTo(57 * 60);
    assertThat(basket.uncertain()).isZero();
    OperationFigures order = figures(analysed(shop().chunks(), 1)).get("a.Shop.order2()");
    assertThat(order.uncertain()).isEqualTo(1); // in trace 20, of which a record was dropped
    assertThat(order.once().quantile(1)).isEqualTo(559);
  }

  private static Map<String, OperationFigures> figures(All all) {
    return all.statistics.all().collect(Collectors.toMap(OperationFigures::signature, f -> f));
  }

  @Test
  void several_workers_give_what_one_gives() {
    All one = analysed(shop().chunks(), 1);
    for (int workers = 2; workers <= 5; workers++) {
      All several = analysed(shop().chunks(), workers);
      Map<String, OperationFigures> expected = figures(one);
      assertThat(figures(several).keySet()).isEqualTo(expected.keySet());
      figures(several)
          .forEach(
              (name, figures) -> {
                OperationFigures same = expected.get(name);
                assertThat(figures.once().calls()).isEqualTo(same.once().calls());
                assertThat(figures.once().self()).isEqualTo(same.once().self());
                assertThat(figures.once().quantile(0.5)).isEqualTo(same.once().quantile(0.5));
                assertThat(figures.once().max()).isEqualTo(same.once().max());
              });
      assertThat(several.slowest.traces().stream().map(Trace::id)).containsExactly(60L, 59L, 58L);
    }
  }

  /** Each node as a line of callers, with its calls and self time. */
  private static Map<String, List<Long>> stacks(CallTree tree) {
    Map<String, List<Long>> stacks = new java.util.TreeMap<>();
    String[] names = new String[tree.size()];
    names[0] = "";
    for (int node = 1; node < tree.size(); node++) {
      names[node] = names[tree.caller(node)] + ";" + tree.signature(node);
      stacks.put(names[node], List.of(tree.calls(node), tree.self(node)));
    }
    return stacks;
  }

  @Test
  void the_tree_puts_executions_whose_caller_is_missing_apart() {
    Map<String, List<Long>> stacks = stacks(analysed(shop().chunks(), 1).tree);
    assertThat(stacks.get(";" + CallTree.MISSING + ";a.Db.get()")).containsExactly(3L, 120L);
    assertThat(stacks.get(";a.Shop.order1();a.Basket.add();a.Db.get()").get(0)).isEqualTo(19);
  }

  @Test
  void the_tree_is_bounded_and_counts_what_it_leaves_out() {
    CallTree tree = new CallTree(2);
    for (Trace trace : shop().reconstruct().traces()) {
      tree.accept(trace);
    }
    assertThat(tree.size()).isEqualTo(3);
    assertThat(tree.calls(1) + tree.calls(2) + tree.beyond()).isEqualTo(237);
  }

  @Test
  void messages_are_calls_and_returns_in_their_order() {
    Trace trace = shop().reconstruct().traces().get(0);
    assertThat(Message.of(trace, 100))
        .extracting(m -> (m.call() ? "call " : "return ") + m.caller() + " " + m.callee())
        .containsExactly(
            "call -1 0",
            "call 0 1",
            "return 0 1",
            "call 0 2",
            "call 2 3",
            "return 2 3",
            "return 0 2",
            "return -1 0");
    assertThat(Message.of(trace, 3)).hasSize(3);
  }

  @Test
  void a_sum_of_durations_does_not_overflow() {
    Calls durations = new Calls();
    durations.add(Long.MAX_VALUE, false);
    durations.add(Long.MAX_VALUE, false);
    assertThat(durations.sum()).isEqualTo(Long.MAX_VALUE);
    assertThat(durations.max()).isEqualTo(Long.MAX_VALUE);
  }

  /** Each call is in a trace; its duration, and an aggregate of all, were recorded as well. */
  private static List<TestProgram.TestChunk> twice(long id, int calls, int inTraces) {
    TestProgram program = new TestProgram(id);
    for (int call = 1; call <= calls; call++) {
      long time = call * 1_000_000_000L;
      program.duration("a.Shop.order()", time + call, call);
      program.before(-call, "a.Shop.order()", time, 0);
      program.after(-call, "a.Shop.order()", time + call, 1);
      if (call <= inTraces) {
        program.execution(call * 4096, "a.Shop.order()", time, time + call, 0, 0);
      }
      program.chunk();
    }
    return program.aggregate("a.Shop.order()", 1, calls, 50).end().chunks();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void calls_that_several_probes_record_count_once(int workers) {
    OperationFigures all = figures(analysed(twice(1, 100, 100), workers)).get("a.Shop.order()");
    assertThat(List.of(all.once().calls(), all.once().sum(), all.once().placed()))
        .containsExactly(100L, 5050L, 100L);
    assertThat(all.repeated()).isEqualTo(200);
    OperationFigures sampled = figures(analysed(twice(1, 100, 7), workers)).get("a.Shop.order()");
    assertThat(List.of(sampled.once().calls(), sampled.once().sum())).containsExactly(100L, 5050L);
    assertThat(List.of(sampled.once().placed(), sampled.once().self())).containsExactly(7L, 28L);
  }

  @Test
  void probes_of_two_producers_record_different_calls() {
    List<TestProgram.TestChunk> chunks = new ArrayList<>(twice(1, 100, 100));
    TestProgram other = new TestProgram(2);
    for (int call = 1; call <= 10; call++) {
      other.duration("a.Shop.order()", call, 3);
    }
    chunks.addAll(other.aggregate("a.Shop.order()", 1, 4, 50).end().chunks());
    OperationFigures figures = figures(analysed(chunks, 1)).get("a.Shop.order()");
    assertThat(figures.once().calls()).isEqualTo(110);
    assertThat(figures.once().sum()).isEqualTo(5050 + 30);
  }

  @Test
  void a_producer_that_samples_its_traces_counts_beside_one_that_does_not() {
    List<TestProgram.TestChunk> chunks = new ArrayList<>(twice(1, 100, 7));
    TestProgram other = new TestProgram(2);
    for (int call = 1; call <= 10; call++) {
      other.execution(call, "a.Shop.order()", 100L * call, 100L * call + 3, 0, 0);
    }
    chunks.addAll(other.end().chunks());
    for (int workers = 1; workers <= 3; workers++) {
      OperationFigures figures = figures(analysed(chunks, workers)).get("a.Shop.order()");
      assertThat(List.of(figures.once().calls(), figures.once().sum()))
          .containsExactly(110L, 5080L);
      assertThat(figures.once().placed()).isEqualTo(17);
    }
  }

  @Test
  void quantiles_of_a_coarse_histogram_lie_between_the_shortest_and_the_longest() {
    Histogram coarse = new Histogram(1);
    coarse.recordValueWithCount(1_000_000, 3);
    ByteBuffer bytes = ByteBuffer.allocate(coarse.getNeededByteBufferCapacity());
    byte[] encoded = Arrays.copyOf(bytes.array(), coarse.encodeIntoByteBuffer(bytes));
    Calls durations = new Calls();
    durations.add(new Aggregate(0, 3, 0, 3_150_000, 1_049_000, 1_051_000, encoded));
    assertThat(durations.nanos(0.5)).isBetween(1_049_000L, 1_051_000L);
    assertThat(durations.nanos(0.99)).isBetween(1_049_000L, 1_051_000L);
  }
}
