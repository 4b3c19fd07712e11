package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.support.platform.VirtualPlatform;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What the tests of a collector share. Every test ends with the accounting identity and with a last
 * chunk that tells the final totals.
 */
abstract class CollectorTest {
  final FakeRawWriter writer = new FakeRawWriter();
  final RawSerializer serializer = new RawSerializer();
  final VirtualPlatform clock = new VirtualPlatform(1_700_000_000_000_000_000L, 7);
  Duration closeTimeout = Duration.ofSeconds(5);
  ChunkingCollector collector;
  TestRows rows;

  ChunkingCollectorBuilder builder() {
    return ChunkingCollector.builder(writer, serializer).producerName("test");
  }

  /** A collector in virtual time, which flush and close move. */
  ChunkingCollectorBuilder manual() {
    return builder().platform(clock);
  }

  void start(ChunkingCollectorBuilder builder) {
    collector = builder.build();
    rows = new TestRows(collector.rows());
  }

  void emit(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(rows.emit(1, clock.nanoTime(), i)).isTrue();
    }
  }

  long dropped(DropCause cause) {
    return collector.report().dropped().of(cause);
  }

  void flush() {
    assertThat(collector.flush(Duration.ofSeconds(10))).isTrue();
  }

  List<Long> sequences(int thread) {
    return writer.rows().stream()
        .filter(r -> r.thread() == thread)
        .map(TestRows.Row::sequence)
        .toList();
  }

  @AfterEach
  void the_identity_holds() {
    if (collector == null) {
      return;
    }
    CollectorReport report = collector.close(closeTimeout);
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.pending()).isZero();
    boolean everythingArrived =
        report.unconfirmed() == 0 && writer.mode == FakeRawWriter.Mode.ACKNOWLEDGE;
    if (everythingArrived) {
      Accounting end = writer.last().accounting();
      assertThat(end.end()).isTrue();
      assertThat(end.dropped()).isEqualTo(report.dropped());
      assertThat(end.emitted()).isEqualTo(report.emitted());
      assertThat(end.emitted()).isEqualTo(writer.rows().size() + report.dropped().total());
    }
  }
}
