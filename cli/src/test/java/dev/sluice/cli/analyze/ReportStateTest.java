package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.cli.laboratory.Service;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.report.Report;
import dev.sluice.tools.report.ReportStage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A report says the same however many workers made it, and whoever took over their state. */
class ReportStateTest {
  @TempDir private Path directory;

  /** The same stage, whose workers are replaced at every chunk by others that read their state. */
  private record HandedOver(ReportStage stage) implements Stage<ReportStage.Result> {
    @Override
    public FieldSelection fields() {
      return stage.fields();
    }

    @Override
    public void keys(ColumnBatch batch, long[] keys) {
      stage.keys(batch, keys);
    }

    @Override
    public ReportStage.Result merge(ReportStage.Result one, ReportStage.Result other) {
      return stage.merge(one, other);
    }

    @Override
    public StageWorker<ReportStage.Result> newWorker() {
      return new StageWorker<>() {
        private StageWorker<ReportStage.Result> worker = stage.newWorker();

        @Override
        public void chunk(Accounting accounting) {
          try {
            ByteArrayOutputStream state = new ByteArrayOutputStream();
            worker.write(new DataOutputStream(state));
            ByteArrayInputStream in = new ByteArrayInputStream(state.toByteArray());
            worker = stage.newWorker();
            worker.read(new DataInputStream(in));
            assertThat(in.available()).isZero();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          worker.chunk(accounting);
        }

        @Override
        public void rows(ColumnBatch batch, int[] rows, int count) {
          worker.rows(batch, rows, count);
        }

        @Override
        public ReportStage.Result finish() {
          return worker.finish();
        }
      };
    }
  }

  /** The data of the page; operations have numbers in the order in which they are needed. */
  private static JsonNode data(Path file, Stage<ReportStage.Result> stage, int workers)
      throws IOException {
    SourceSpec from = SourceSpec.of(file.toString());
    DamageList damages = new DamageList();
    try (StageRun<ReportStage.Result> run =
        StageRun.open(stage, from.builder().damageListener(damages), workers)) {
      while (!run.exhausted()) {
        run.poll(Duration.ofMillis(100));
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ReportStage.Result result = run.finish();
      new Report("test", result, run.audit(), damages, false).writeJson(out);
      return new ObjectMapper().readTree(out.toByteArray());
    }
  }

  @Test
  void workers_and_states_do_not_change_it() throws IOException {
    Path file =
        new Service(5)
            .pause(300, 100)
            .serve(
                6,
                150,
                1_500,
                lane ->
                    lane.call(
                        lane.chance(0.5) ? "Orders.list" : "Home.show",
                        () -> {
                          for (int i = 0; i < 7; i++) {
                            lane.call("Items.find", () -> lane.call("Db.query", 200));
                          }
                          if (lane.chance(0.1)) {
                            throw new Service.Failure();
                          }
                        }))
            .lose(3)
            .write(directory.resolve("records"));
    ReportStage stage = new ReportStage(Set.of(), TraceLimits.DEFAULT);
    JsonNode one = data(file, stage, 1);
    assertThat(one.get("findings")).hasSizeGreaterThan(2);
    assertThat(one.get("gaps")).hasSize(1);

    assertThat(data(file, new HandedOver(stage), 1)).isEqualTo(one);
    JsonNode several = data(file, stage, 3);
    // Which of several operations with the same figures comes first may differ, no figure.
    assertThat(several.get("requests")).isEqualTo(one.get("requests"));
    assertThat(several).isEqualTo(one);
  }
}
