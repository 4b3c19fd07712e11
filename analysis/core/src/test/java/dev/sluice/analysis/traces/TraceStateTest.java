package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.RequestFigures;
import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.analysis.statistics.OperationStatistics;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceStateTest {
  private static final TraceLimits TIGHT =
      new TraceLimits(3, 128, 5, 2, Duration.ofNanos(300), Duration.ofNanos(300));

  /** Everything that is shipped, and each trace in the order in which they were closed. */
  private static final class All implements TraceListener {
    private final List<String> log = new ArrayList<>();
    private final OperationStatistics statistics = new OperationStatistics();
    private final RequestStatistics requests = new RequestStatistics(false);
    private final RequestTree paths = new RequestTree();
    private final TraceSelection slowest = TraceSelection.slowest(3, 50);

    private static String text(Trace trace) {
      StringBuilder text = new StringBuilder();
      text.append(trace.producer()).append(' ').append(trace.producerName()).append(' ');
      text.append(trace.id()).append(' ').append(trace.state()).append(' ');
      text.append(trace.reasons()).append(trace.dropCauses()).append(trace.fault());
      text.append(' ').append(trace.records()).append(' ').append(trace.missing());
      text.append(' ').append(trace.isProven()).append(' ').append(trace.session());
      text.append(' ').append(trace.host()).append(' ').append(trace.begin());
      text.append(' ').append(trace.end()).append(' ').append(trace.calls());
      for (int i = 0; i < trace.size(); i++) {
        text.append("; ").append(trace.signature(i)).append(' ').append(trace.order(i));
        text.append(' ').append(trace.parent(i)).append(' ').append(trace.begin(i));
        text.append(' ').append(trace.self(i)).append(trace.failed(i)).append(trace.unfinished(i));
      }
      return text.toString();
    }

    @Override
    public void accept(Trace trace) {
      log.add(text(trace));
      statistics.accept(trace);
      paths.add(trace, requests.add(trace), requests);
      slowest.accept(trace);
    }

    @Override
    public void state(StateCodec codec, Operations operations) throws IOException {
      int count = codec.count(log.size(), Integer.MAX_VALUE);
      for (int i = 0; i < count; i++) {
        String line = codec.given(codec.isReading() ? null : log.get(i));
        if (codec.isReading()) {
          log.add(line);
        }
      }
      statistics.state(codec, operations);
      requests.state(codec, operations);
      paths.state(codec);
      slowest.state(codec, operations);
    }

    private static String text(Calls of) {
      return of.calls()
          + " "
          + of.failed()
          + " "
          + of.sum()
          + " "
          + of.min()
          + " "
          + of.max()
          + " "
          + of.quantile(0.5)
          + " "
          + of.quantile(0.99)
          + " "
          + of.times().count();
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>(log);
      statistics
          .bySelf()
          .forEach(
              of ->
                  lines.add(
                      of.signature()
                          + " "
                          + text(of.once())
                          + " "
                          + of.once().self()
                          + " "
                          + of.once().placed()
                          + " "
                          + of.uncertain()
                          + " "
                          + of.unfinished()));
      slowest.traces().forEach(trace -> lines.add(text(trace)));
      lines.add("found " + slowest.found());
      RequestFigures figures = RequestFigures.of(requests, paths, true);
      for (RequestFigures.Row row : figures.rows()) {
        lines.add(row.name() + " " + row.count() + " " + row.failed() + " " + row.invalid());
        row.operations()
            .forEach((name, of) -> lines.add(name + of.calls() + " " + of.quantile(0.5)));
        for (int kind : row.numbers()) {
          for (PathNode node : paths.all(kind)) {
            lines.add(
                node.operation() + " " + node.time(figures) + node.mark(PathNode.Mark.REPEATED));
          }
        }
      }
      return lines;
    }
  }

  private static TraceStage<All> stage(TraceLimits limits) {
    return new TraceStage<>(
        limits,
        All::new,
        (one, other) -> {
          throw new AssertionError("nothing is merged");
        });
  }

  /** Chunks of two programs in turns. */
  private static List<TestProgram.TestChunk> chunks(
      int seed, boolean events, double drops, double gaps, boolean killed) {
    List<TestProgram.TestChunk> one =
        new RandomTraces(seed, events, drops, gaps).run(700, killed).chunks();
    List<TestProgram.TestChunk> other =
        new RandomTraces(seed + 1_000, !events, drops, gaps).run(700, killed).chunks();
    List<TestProgram.TestChunk> all = new ArrayList<>();
    for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
      if (i < one.size()) {
        all.add(one.get(i));
      }
      if (i < other.size()) {
        all.add(other.get(i));
      }
    }
    return all;
  }

  private static void feed(TestProgram.TestChunk chunk, StageWorker<?> worker) {
    worker.chunk(chunk.accounting());
    chunk.batches().forEach(batch -> worker.rows(batch, null, batch.rows()));
  }

  private static byte[] state(StageWorker<?> worker) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    worker.write(new DataOutputStream(out));
    return out.toByteArray();
  }

  private static <R> StageWorker<R> reading(StageWorker<R> worker, byte[] state)
      throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(state);
    worker.read(new DataInputStream(in));
    assertThat(in.available()).isZero();
    return worker;
  }

  @ParameterizedTest(name = "drops {1}, gaps {2}, killed {3}, events {0}, tight {4}")
  @CsvSource({
    "false, 0, 0, false, false",
    "false, 0.02, 0.2, true, false",
    "true, 0.03, 0.3, true, false",
    "false, 0.01, 0.1, false, true",
    "true, 0.01, 0.1, false, true"
  })
  void a_worker_that_read_the_state_goes_on_as_the_other_would(
      boolean events, double drops, double gaps, boolean killed, boolean tight) throws IOException {
    TraceStage<All> stage = stage(tight ? TIGHT : TraceLimits.DEFAULT);
    for (int seed = 1; seed <= 10; seed++) {
      Random random = new Random(seed);
      StageWorker<TraceStage.Result<All>> straight = stage.newWorker();
      StageWorker<TraceStage.Result<All>> handed = stage.newWorker();
      for (TestProgram.TestChunk chunk : chunks(seed, events, drops, gaps, killed)) {
        feed(chunk, straight);
        feed(chunk, handed);
        if (random.nextInt(4) == 0) {
          handed = reading(stage.newWorker(), state(handed));
        }
      }
      TraceStage.Result<All> expected = straight.finish();
      TraceStage.Result<All> result = handed.finish();
      assertThat(result.listener().lines()).isEqualTo(expected.listener().lines());
      assertThat(result.counts()).usingRecursiveComparison().isEqualTo(expected.counts());
      assertThat(result.otherOperations()).isEqualTo(expected.otherOperations());
    }
  }

  @Test
  void a_damaged_state_is_refused_by_an_exception_for_it_alone() throws IOException {
    TraceStage<All> stage = stage(TIGHT);
    StageWorker<TraceStage.Result<All>> worker = stage.newWorker();
    List<TestProgram.TestChunk> chunks = chunks(1, false, 0.02, 0.1, true);
    chunks.subList(0, 12).forEach(chunk -> feed(chunk, worker));
    byte[] state = state(worker);
    for (int length = 0; length < state.length; length += 1 + length / 100) {
      byte[] cut = Arrays.copyOf(state, length);
      assertThatThrownBy(() -> reading(stage.newWorker(), cut)).isInstanceOf(IOException.class);
    }
    Random random = new Random(2);
    for (int i = 0; i < 1_000; i++) {
      byte[] damaged = state.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        stage.newWorker().read(new DataInputStream(new ByteArrayInputStream(damaged)));
      } catch (IOException e) {
        assertThat(String.valueOf(e.getMessage())).as("one line").doesNotContain("\n");
      }
    }
  }

  @Test
  void the_state_of_another_stage_is_refused() throws IOException {
    byte[] state = state(stage(TIGHT).newWorker());
    TraceStage<OperationStatistics> other =
        new TraceStage<>(TIGHT, OperationStatistics::new, OperationStatistics::merged);
    assertThatThrownBy(() -> reading(other.newWorker(), state))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("statistics 6");
    TraceStage<TraceListener> silent = new TraceStage<>(TIGHT, () -> trace -> {}, (a, b) -> a);
    assertThatThrownBy(() -> state(silent.newWorker()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("cannot keep its state");
  }
}
