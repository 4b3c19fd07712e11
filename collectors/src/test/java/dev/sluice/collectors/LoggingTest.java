package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggingTest extends CollectorTest {
  private final Logger logger = Logger.getLogger("dev.sluice.collectors");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private volatile boolean broken;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          lines.add(record.getLevel() + " " + record.getMessage());
          if (broken) {
            throw new IllegalStateException("a bug in a log handler");
          }
        }

        @Override
        public void flush() {
          // nothing is buffered
        }

        @Override
        public void close() {
          // nothing is open
        }
      };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  @AfterEach
  void stop_listening() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }

  @Test
  void outage_is_one_warning_and_its_end_one_line() {
    writer.mode = FakeRawWriter.Mode.REFUSE;
    start(manual());
    emit(1);
    for (int second = 0; second < 600; second++) {
      clock.skip(Duration.ofSeconds(1));
      collector.step();
    }
    assertThat(writer.attempts).isBetween(100, 250);
    assertThat(lines)
        .containsExactly(
            "WARNING producer test: chunks are not taken by the raw writer, will try again: the sink is down;"
                + " meanwhile records wait in memory; when that is full new ones are dropped");
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    clock.skip(Duration.ofSeconds(10));
    flush();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1))
        .startsWith("INFO producer test: chunks are sent again after ")
        .contains(" failures, 6", " s; meanwhile 1 records waited, 0 were spilled and 0 dropped");
  }

  @Test
  void failures_that_come_and_go_are_logged_once_a_minute() {
    start(manual());
    for (int i = 0; i < 100; i++) {
      clock.skip(Duration.ofSeconds(1));
      rows.emit(RawSerializer.POISON, 0, 0);
      flush();
      emit(1);
      flush();
    }
    assertThat(lines).filteredOn(l -> l.startsWith(Level.WARNING.getName())).hasSize(2);
    assertThat(lines.get(0)).contains("a record of type test.row.1 could not be encoded: poison");
  }

  @Test
  void oversized_records_are_named_in_one_line() {
    start(manual().chunkBytes(2000));
    for (int i = 0; i < 50; i++) {
      rows.emit(1, 0, i, "x".repeat(4000));
    }
    flush();
    assertThat(lines)
        .containsExactly(
            "WARNING producer test: a record of type test.row.1 does not fit a chunk and is dropped");
  }

  @Test
  void refused_records_are_logged_by_cause_and_not_one_by_one() {
    start(manual().memoryBytes(1 << 20));
    for (int i = 0; i < 100_000; i++) {
      rows.emit(1, 0, i);
    }
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .startsWith("WARNING producer test: records are refused, so far {ring_full=");
  }

  @Test
  void a_record_that_does_not_fit_a_row_is_named() {
    start(manual());
    collector.rows().reject(DropCause.OVERSIZE, TestRows.TYPE);
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(lines)
        .containsExactly(
            "WARNING producer test: records are refused, so far {oversize=1}, one that did not fit"
                + " is a test.row.1");
  }

  @Test
  void a_record_that_was_not_written_is_not_said_to_be_too_large() {
    start(manual());
    collector.rows().reject(DropCause.ENCODE_ERROR, TestRows.TYPE);
    clock.skip(Duration.ofSeconds(1));
    collector.step();
    assertThat(lines)
        .containsExactly(
            "WARNING producer test: records are refused, so far {encode_error=1}, one that could not"
                + " be written (its own code threw, or the thread's stack or the heap was full) is a"
                + " test.row.1");
  }

  @Test
  void logger_that_fails_does_not_end_the_collector() {
    broken = true;
    writer.mode = FakeRawWriter.Mode.THROW;
    start(builder());
    emit(1);
    flush();
    serializer.failure = new IllegalStateException("broken");
    emit(1);
    flush();
    serializer.failure = null;
    writer.mode = FakeRawWriter.Mode.ACKNOWLEDGE;
    emit(1);
    flush();
    assertThat(writer.rows()).hasSize(1);
    assertThat(lines).hasSizeGreaterThanOrEqualTo(2);
  }
}
