package dev.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.CollectorStatus;
import dev.sluice.monitoring.Monitor;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordHealthTest {
  /** A collector whose figures a test sets. */
  private static final class Figures implements Collector {
    private long dropped;
    private long spilled;
    private long adoptedDropped;
    private long spilledBytes;
    private String problem;
    private final RowSink rows = Monitor.builder().off().sink();

    @Override
    public RowSink rows() {
      return rows;
    }

    @Override
    public boolean flush(Duration timeout) {
      return true;
    }

    @Override
    public CollectorReport report() {
      long[] counts = new long[DropCause.values().length];
      counts[DropCause.RING_FULL.ordinal()] = dropped;
      return new CollectorReport(1, "shop", 0, 0, 0, 0, spilled, DropCounts.of(counts), 0, 0);
    }

    @Override
    public CollectorStatus status() {
      return new CollectorStatus(
          problem == null ? CollectorState.RUNNING : CollectorState.RETRYING,
          Map.of(),
          0,
          0,
          adoptedDropped,
          spilledBytes,
          null,
          problem,
          ChunkingStatus.NONE,
          0);
    }

    @Override
    public CollectorReport close(Duration timeout) {
      return report();
    }
  }

  private final Figures figures = new Figures();
  private final RecordHealth health =
      new RecordHealth(Monitor.builder().closeAtExit(false).over(figures));

  private Map.Entry<String, Map<String, Object>> look() {
    return health.check(Map::entry);
  }

  private String status() {
    return look().getKey();
  }

  @Test
  void health_is_down_exactly_when_records_were_lost_since_the_last_look() {
    assertThat(status()).isEqualTo("UP");
    figures.dropped = 3;
    Map.Entry<String, Map<String, Object>> down = look();
    assertThat(down.getKey()).isEqualTo("DOWN");
    assertThat(down.getValue())
        .containsEntry("lostSinceLastLook", 3L)
        .containsEntry("dropped", Map.of("ring_full", 3L));
    assertThat(status()).isEqualTo("UP");
    figures.adoptedDropped = 1;
    assertThat(status()).isEqualTo("DOWN");
    assertThat(status()).isEqualTo("UP");
  }

  @Test
  void losses_before_the_first_look_are_told() {
    figures.dropped = 1;
    assertThat(status()).isEqualTo("DOWN");
  }

  @Test
  void health_is_degraded_while_something_is_spilled_and_down_when_that_is_lost() {
    figures.spilled = 5;
    assertThat(status()).isEqualTo("DEGRADED");
    figures.spilled = 0;
    figures.spilledBytes = 7;
    assertThat(status()).as("of earlier programs").isEqualTo("DEGRADED");
    figures.dropped = 5;
    assertThat(status()).isEqualTo("DOWN");
    figures.spilledBytes = 0;
    assertThat(status()).isEqualTo("UP");
  }

  @Test
  void sink_that_is_away_is_told_and_loses_nothing_yet() {
    figures.problem = "nobody answers";
    Map.Entry<String, Map<String, Object>> found = look();
    assertThat(found.getKey()).isEqualTo("UP");
    assertThat(found.getValue())
        .containsEntry("state", "retrying")
        .containsEntry("sinkProblem", "nobody answers");
  }
}
