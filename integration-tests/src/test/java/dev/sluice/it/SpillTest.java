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
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Outages with a spill directory: nothing is lost, whoever restarts meanwhile. */
@Timeout(120)
@Warns({
  "will try again",
  "chunks are left for the next program",
  "directory is used by another program"
})
class SpillTest {
  private static final Duration CLOSE = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int COUNT = 100_000;

  @TempDir Path directory;

  private final ExecutorService others = Executors.newCachedThreadPool();
  private final SampleReader reader = SampleReader.create();
  private final BitSet numbers = new BitSet();
  private long delivered;

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void records_of_an_outage_of_the_broker_arrive_though_the_program_is_restarted_meanwhile()
      throws Exception {
    int port = TcpPeers.freePort();
    String sink = "kafka://127.0.0.1:" + port + "/t?kafka.max.block.ms=300&delay=20ms";
    Collector first;
    try (KafkaBroker broker = KafkaBroker.start(directory.resolve("broker"), port, Map.of())) {
      broker.createTopic("t", 1, Map.of());
      first = open(sink);
      emit(first, 0, 1000);
      assertThat(first.flush(CLOSE)).isTrue();
    }
    emit(first, 1000, COUNT);
    CollectorReport report = closeInTime(first, Duration.ofSeconds(1));
    assertThat(report.acknowledged()).isEqualTo(1000);
    assertThat(report.spilled()).as("%s", report).isEqualTo(COUNT - 1000);
    assertThat(RecordStreams.read("file:" + spill(), (sample, chunk) -> {}).damaged()).isZero();

    try (KafkaBroker broker = KafkaBroker.start(directory.resolve("broker"), port, Map.of())) {
      Collector second = open(sink);
      emit(second, COUNT, COUNT + 1000);
      assertThat(second.close(CLOSE).acknowledged()).isEqualTo(1000);
      assertThat(second.status().adopted()).isEqualTo(COUNT - 1000);
      assertThat(segments()).isEmpty();
      Audit audit =
          RecordStreams.read(Topics.uri(broker, "t") + "?until=end", (sample, c) -> note(sample));
      assertThat(audit.complete()).as("%s", audit).isTrue();
      assertThat(audit.producers()).hasSize(2);
    }
    assertThat(numbers.cardinality()).isEqualTo(COUNT + 1000);
  }

  @Test
  void reader_that_comes_late_or_is_slow_gets_everything_in_order() throws Exception {
    int port = TcpPeers.freePort();
    String peer = "tcp://127.0.0.1:" + port;
    Collector collector = open(peer + "?memory=2MiB&delay=5ms&backoff.max=50ms&chunk.records=1024");
    emit(collector, 0, COUNT);
    // All but the chunk that is tried again and again.
    Awaitility.await().until(() -> collector.report().spilled() >= COUNT - 1024);
    List<Long> order = new ArrayList<>();
    try (RecordStream stream =
        RecordStream.builder(peer + "?until=end&grace=2s&memory=1MiB").open()) {
      pollUntil(stream, order, COUNT / 2);
      // Far more than the memory of both sides; nobody reads meanwhile.
      emit(collector, COUNT, 10 * COUNT);
      Awaitility.await().until(() -> collector.report().pending() < 2 * COUNT);
      assertThat(collector.report().spilled()).isPositive();
      pollUntil(stream, order, 10 * COUNT);
      Awaitility.await()
          .pollInterval(Duration.ZERO)
          .until(() -> stream.poll((c, d) -> {}, POLL) == 0 && segments().isEmpty());
      emit(collector, 10 * COUNT, 10 * COUNT + 10);
      Future<CollectorReport> closing = others.submit(() -> collector.close(CLOSE));
      while (!closing.isDone()) {
        stream.poll((cursor, chunk) -> order.add(reader.read(cursor).number()), POLL);
      }
      stream.drain((cursor, chunk) -> order.add(reader.read(cursor).number()));
      assertThat(closing.get().acknowledged()).as("%s", closing.get()).isEqualTo(10 * COUNT + 10);
      assertThat(stream.audit().complete()).as("%s", stream.audit()).isTrue();
    }
    assertThat(order).isSorted().hasSize(10 * COUNT + 10);
  }

  @Test
  void spill_and_what_was_delivered_before_are_complete_together() throws Exception {
    int port = TcpPeers.freePort();
    String peer = "tcp://127.0.0.1:" + port;
    Collector collector = open(peer + "?delay=5ms");
    emit(collector, 0, 1000);
    Path union = Files.createDirectories(directory.resolve("union"));
    try (RecordStream stream =
        RecordStream.builder(peer + "?until=end&grace=2s")
            .chunkListener(chunk -> keep(union, chunk))
            .open()) {
      pollUntil(stream, new ArrayList<>(), 1000);
      assertThat(collector.flush(CLOSE)).isTrue();
    }
    emit(collector, 1000, COUNT);
    CollectorReport report = closeInTime(collector, Duration.ofMillis(500));
    assertThat(report.acknowledged() + report.spilled()).as("%s", report).isEqualTo(COUNT);
    for (Path segment : segments()) {
      Files.copy(segment, union.resolve(segment.getFileName()));
    }
    Audit audit = RecordStreams.read("file:" + union, (sample, chunk) -> note(sample));
    assertThat(audit.complete()).as("%s", audit).isTrue();
    assertThat(numbers.cardinality()).isEqualTo(COUNT);
  }

  @Test
  void second_program_goes_on_without_the_directory_and_delivers_what_a_killed_one_has_spilled()
      throws Exception {
    int port = TcpPeers.freePort();
    String sink = withSpill("tcp://127.0.0.1:" + port + "?delay=5ms");
    long spilled = emitUntilKilled(sink, () -> assertSecondUserIsTold(sink));
    AtomicLong inDirectory = new AtomicLong();
    RecordStreams.read("file:" + spill(), (sample, chunk) -> inDirectory.incrementAndGet());
    assertThat(inDirectory.get()).isGreaterThanOrEqualTo(spilled);

    Collector collector = ChunkingCollector.open(Endpoint.parse(sink));
    try (RecordStream stream =
        RecordStream.builder("tcp://127.0.0.1:" + port + "?until=end&grace=1s").open()) {
      Awaitility.await()
          .pollInterval(Duration.ZERO)
          .until(() -> stream.poll(this::note, POLL) >= 0 && segments().isEmpty());
      Future<CollectorReport> closing = others.submit(() -> collector.close(CLOSE));
      while (!closing.isDone()) {
        stream.poll(this::note, POLL);
      }
      stream.drain(this::note);
      assertThat(closing.get().balanced()).isTrue();
    }
    assertThat(delivered).isEqualTo(inDirectory.get());
    assertThat(numbers.cardinality()).isEqualTo(inDirectory.intValue());
    assertThat(segments()).isEmpty();
  }

  private static void assertSecondUserIsTold(String sink) {
    Collector second = ChunkingCollector.open(Endpoint.parse(sink));
    Awaitility.await().until(() -> second.status().spillProblem() != null);
    assertThat(second.status().spillProblem()).contains("used by another program");
    emit(second, 0, 10);
    CollectorReport report = second.close(Duration.ZERO);
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.dropped().of(DropCause.CLOSED)).as("%s", report).isEqualTo(10);
  }

  /**
   * Runs the program until it has spilled enough, and then something before it is killed; the
   * result is the last figure that it could tell.
   */
  private static long emitUntilKilled(String sink, Runnable beforeTheEnd)
      throws IOException, InterruptedException {
    Process program =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-cp",
                System.getProperty("java.class.path"),
                SpillTest.class.getName(),
                sink)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    long spilled = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        spilled = Long.parseLong(line);
        if (spilled >= COUNT && program.isAlive()) {
          beforeTheEnd.run();
          program.destroyForcibly().waitFor();
        }
        line = lines.readLine();
      }
    } catch (IOException e) {
      // The pipe of a killed process may break instead of ending.
      assertThat(spilled).isGreaterThanOrEqualTo(COUNT);
    } finally {
      program.destroyForcibly();
    }
    assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as("killed").isNotZero();
    return spilled;
  }

  /** The program: emits for ever and tells how much of it was spilled. */
  public static void main(String[] args) throws InterruptedException {
    Collector collector = ChunkingCollector.open(Endpoint.parse(args[0]));
    for (int i = 0; ; i += 1000) {
      EndToEndContract.emit(collector.rows(), "killed", i, 1000);
      System.out.println(collector.report().spilled());
    }
  }

  private Collector open(String sink) {
    return ChunkingCollector.open(Endpoint.parse(withSpill(sink)));
  }

  private String withSpill(String sink) {
    return sink + "&policy=block&block.deadline=60s&spill=" + spill();
  }

  private Path spill() {
    return directory.resolve("spill");
  }

  private static void emit(Collector collector, int from, int to) {
    EndToEndContract.emit(collector.rows(), "spill", from, to - from);
  }

  private static CollectorReport closeInTime(Collector collector, Duration timeout) {
    CollectorReport report =
        assertTimeout(
            timeout.plusSeconds(1),
            () -> collector.close(timeout),
            "contract: close takes its timeout and a second at most");
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.dropped().total()).as("%s", report).isZero();
    return report;
  }

  private void pollUntil(RecordStream stream, List<Long> order, int records) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ZERO)
        .until(
            () ->
                stream.poll((c, chunk) -> order.add(reader.read(c).number()), POLL) >= 0
                    && order.size() >= records);
  }

  private void note(RecordCursor cursor, Chunk chunk) {
    note(reader.read(cursor));
  }

  private void note(Sample sample) {
    numbers.set((int) sample.number());
    delivered++;
  }

  private static void keep(Path directory, Chunk chunk) {
    try {
      Files.write(directory.resolve(chunk.accounting().sequence() + ".slu"), chunk.toByteArray());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Path> segments() throws IOException {
    List<Path> segments = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(spill(), "*.slu")) {
      files.forEach(segments::add);
    }
    return segments;
  }
}
