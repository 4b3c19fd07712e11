package dev.sluice.benchmarks.rate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Recorded;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.cli.BrokerJvm;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class RateTaskTest {
  private static final RateTask.Window SHORT = new RateTask.Window(0.04, 1, 0.3);

  @TempDir Path folder;

  @Test
  void all_that_is_emitted_arrives_and_chunks_take_less_of_the_network() throws Exception {
    Recorded recorded = new Recorded();
    RateCase record = RateCase.record(RateCase.KIEKER);
    RateCase chunks = RateCase.sluice(1024);
    try (BrokerJvm broker = BrokerJvm.start(folder)) {
      measure(record, "record", broker, recorded);
      measure(chunks, "chunks", broker, recorded);
    }
    Results results = recorded.results();
    for (Cell cell : new Cell[] {record.cell(), chunks.cell()}) {
      double emitted = value(results, cell, RateMetrics.EMITTED);
      assertTrue(emitted > 1000, cell + " emitted " + emitted);
      assertEquals(emitted, value(results, cell, RateMetrics.ARRIVED), cell.toString());
      assertEquals(0, value(results, cell, Metric.LOST), cell.toString());
    }
    assertTrue(
        value(results, chunks.cell(), RateMetrics.STORED)
            < value(results, record.cell(), RateMetrics.STORED) / 5);
  }

  /** In this JVM, which the figures of a test do not mind. */
  private void measure(RateCase of, String topic, BrokerJvm broker, Recorded recorded)
      throws Exception {
    broker.createTopic(topic, Map.of());
    new RateTask()
        .run(
            new RateTask.Order(of, SHORT, broker.address(), topic, folder, null).words(),
            recorded.recorder());
  }

  private static double value(Results results, Cell cell, Metric metric) {
    return results.summary(cell, metric).mean();
  }
}
