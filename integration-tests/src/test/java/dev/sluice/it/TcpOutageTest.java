package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.Audit;
import dev.sluice.streams.FilePositionStore;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The way of a record over TCP when readers and connections come and go. */
@ExtendWith(NettyLeaks.class)
@Warns("will try again")
@Tag("one-jdk")
class TcpOutageTest {
  private static final Duration CLOSE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final String LOSSLESS =
      "?policy=block&block.deadline=60s&chunk.records=50&delay=5ms&backoff.min=5ms&backoff.max=50ms";
  private static final String SOURCE = "?until=end&grace=2s&keep.alive=50ms";

  @TempDir Path directory;

  private final ExecutorService others = Executors.newCachedThreadPool();
  private final int port = TcpPeers.freePort();
  private final List<Long> numbers = new ArrayList<>();

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void reader_that_is_restarted_in_the_middle_gets_every_record_once() throws Exception {
    int count = 30_000;
    Future<CollectorReport> emitting = emit(port, LOSSLESS + "&window.chunks=20", count);
    FilePositionStore positions = FilePositionStore.create(directory.resolve("positions"));
    for (int restart = 1; restart <= 4; restart++) {
      try (RecordStream stream = RecordStream.builder(source()).positions(positions).open()) {
        pollUntil(stream, restart * 5000);
      }
    }
    try (RecordStream stream = RecordStream.builder(source()).positions(positions).open()) {
      stream.drain(this::note);
      assertDelivered(emitting, count, stream.audit());
    }
  }

  @Test
  void connection_that_is_cut_in_the_middle_of_chunks_loses_nothing() throws Exception {
    int count = 20_000;
    try (FreezableProxy proxy = new FreezableProxy();
        RecordStream stream = RecordStream.builder(source()).open()) {
      proxy.forwardTo(port);
      // Some chunks and a part of one.
      proxy.cutAfter(997);
      Future<CollectorReport> emitting = emit(proxy.port(), LOSSLESS, count);
      pollUntil(stream, 2_000);
      assertThat(proxy.connections()).isGreaterThan(5);
      proxy.cutAfter(Long.MAX_VALUE);
      stream.drain(this::note);
      assertDelivered(emitting, count, stream.audit());
      assertThat(stream.audit().damaged()).isZero();
    }
  }

  @Test
  void peer_that_vanishes_without_a_farewell_is_noticed_and_nothing_is_lost() throws Exception {
    int count = 20_000;
    try (FreezableProxy proxy = new FreezableProxy();
        RecordStream stream = RecordStream.builder(source()).open()) {
      proxy.forwardTo(port);
      Future<CollectorReport> emitting =
          emit(proxy.port(), LOSSLESS + "&ack.timeout=300ms&window.chunks=10", count);
      pollUntil(stream, 2_000);
      proxy.freeze(true);
      int before = drainQuietly(stream);
      proxy.freeze(false);
      stream.drain(this::note);
      assertThat(before).isLessThan(count);
      assertDelivered(emitting, count, stream.audit());
    }
  }

  /** Reads what is still under way while the proxy passes nothing on. */
  private int drainQuietly(RecordStream stream) throws IOException {
    while (stream.poll(this::note, Duration.ofSeconds(1)) > 0) {
      // until a second goes by without a record
    }
    return numbers.size();
  }

  @Test
  void twenty_programs_at_once_are_read_by_one_reader() throws Exception {
    int programs = 20;
    int count = 3_000;
    List<Future<CollectorReport>> emitting = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder(source()).open()) {
      for (int i = 0; i < programs; i++) {
        emitting.add(emit(port, LOSSLESS + "&producer=p" + i, count));
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ZERO)
          .until(() -> stream.poll(this::note, POLL) == 0 && numbers.size() >= programs * count);
      for (Future<CollectorReport> task : emitting) {
        poll(stream, task);
        CollectorReport report = task.get();
        assertThat(report.balanced()).as("%s", report).isTrue();
        assertThat(report.acknowledged()).as("%s", report).isEqualTo(count);
      }
      Audit audit = stream.audit();
      assertThat(audit.complete()).as("%s", audit).isTrue();
      assertThat(audit.producers())
          .hasSize(programs)
          .allMatch(p -> p.delivered() == count && p.duplicates() == 0);
    }
  }

  @Test
  void handler_that_is_too_slow_is_felt_by_the_collector_which_counts_what_it_drops()
      throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    Collector collector = open(port, "?memory=1MiB&delay=5ms&producer=fast");
    AtomicBoolean done = new AtomicBoolean();
    try (RecordStream stream =
        RecordStream.builder(source() + "&memory=1MiB")
            .chunkListener(chunk -> awaitQuietly(released))
            .open()) {
      Future<CollectorReport> emitting =
          others.submit(
              () -> {
                EndToEndContract.emit(collector.rows(), "first", 0, 1);
                while (collector.report().dropped().of(DropCause.RING_FULL) == 0) {
                  EndToEndContract.emit(collector.rows(), "too many", 0, 10_000);
                }
                released.countDown();
                CollectorReport report = collector.close(CLOSE);
                done.set(true);
                return report;
              });
      while (!done.get()) {
        stream.poll(this::note, POLL);
      }
      stream.drain(this::note);
      CollectorReport report = emitting.get(60, TimeUnit.SECONDS);
      assertThat(report.balanced()).as("%s", report).isTrue();
      assertThat(report.dropped().of(DropCause.RING_FULL)).isPositive();
      assertThat(report.pending() + report.unconfirmed()).as("%s", report).isZero();
      assertThat((long) numbers.size()).isEqualTo(report.acknowledged());
      ProducerAudit audit = stream.audit().producers().get(0);
      assertThat(audit.dropped()).isEqualTo(report.dropped());
      assertThat(audit.gaps()).isZero();
      assertThat(audit.balanced()).isTrue();
    }
  }

  @Test
  void absent_or_silent_reader_holds_up_neither_start_nor_emit_nor_close() throws Exception {
    try (ServerSocket silent = TcpPeers.listen()) {
      for (int peer : new int[] {port, silent.getLocalPort()}) {
        Collector collector = open(peer, "");
        EndToEndContract.emit(collector.rows(), "lost", 0, 10_000);
        CollectorReport report =
            assertTimeout(
                Duration.ofMillis(2500),
                () -> collector.close(Duration.ofSeconds(1)),
                "contract: close takes its timeout and a second at most, and half for a loaded machine");
        assertThat(report.balanced()).as("%s", report).isTrue();
        assertThat(report.emitted()).isEqualTo(10_000);
        assertThat(report.acknowledged()).isZero();
      }
    }
  }

  private String source() {
    return "tcp://127.0.0.1:" + port + SOURCE;
  }

  private static Collector open(int port, String options) {
    return ChunkingCollector.open(Endpoint.parse("tcp://127.0.0.1:" + port + options));
  }

  private Future<CollectorReport> emit(int to, String options, int count) {
    return others.submit(
        () -> {
          Collector collector = open(to, options);
          EndToEndContract.emit(collector.rows(), "tcp", 0, count);
          return collector.close(CLOSE);
        });
  }

  private void note(RecordCursor cursor, Chunk chunk) {
    numbers.add(SampleReader.create().read(cursor).number());
  }

  private void pollUntil(RecordStream stream, int records) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ZERO)
        .until(() -> stream.poll(this::note, POLL) >= 0 && numbers.size() >= records);
  }

  private void poll(RecordStream stream, Future<?> task) throws IOException {
    while (!task.isDone()) {
      stream.poll(this::note, POLL);
    }
  }

  private void assertDelivered(Future<CollectorReport> emitting, int count, Audit audit)
      throws Exception {
    CollectorReport report = emitting.get(60, TimeUnit.SECONDS);
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.emitted()).isEqualTo(count);
    assertThat(report.acknowledged()).as("%s", report).isEqualTo(count);
    assertThat(numbers).isEqualTo(LongStream.range(0, count).boxed().toList());
    assertThat(audit.complete()).as("%s", audit).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
