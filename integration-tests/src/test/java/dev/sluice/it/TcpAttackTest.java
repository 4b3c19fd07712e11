package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.NettyLeaks;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
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

/**
 * A program writes to a reader that strangers attack meanwhile: all of its records arrive, each
 * once. On the loopback address; every attack is bounded in number, and ends with its test.
 */
@Tag("one-jdk")
@ExtendWith(NettyLeaks.class)
@Warns({
  "closes one that delivers no chunk",
  "broke: Connection reset",
  "which delivers no chunk",
  "it sends no token"
})
class TcpAttackTest {
  private static final int RECORDS = 48_000;
  private static final int PLACES = 256;
  private static final long FORGED = 666;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final String SOURCE = "?until=end&grace=2s&keep.alive=50ms";
  // Chunks of some 300 KiB, which need more memory than a connection has anyway.
  private static final String SINK =
      "?policy=block&block.deadline=60s&chunk.records=1000&chunk.bytes=1MiB&delay=20ms"
          + "&backoff.min=5ms&backoff.max=50ms&producer=real";

  private final ExecutorService others = Executors.newCachedThreadPool();
  private final Queue<Socket> strangers = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final int port = TcpPeers.freePort();
  private final List<Long> numbers = new ArrayList<>();
  private RecordStream stream;

  /** What a stranger does on a connection of its own; an exception means that it was thrown out. */
  private interface Attack {
    void on(Socket socket) throws IOException;
  }

  @AfterEach
  void stop() throws Exception {
    endAttack();
    others.shutdownNow();
    assertThat(others.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    stream.close();
  }

  private void endAttack() throws IOException {
    over.set(true);
    for (Socket stranger : strangers) {
      stranger.close();
    }
  }

  private void listen(String options) throws IOException {
    stream = RecordStream.builder("tcp://127.0.0.1:" + port + SOURCE + options).open();
  }

  /** Opens connections of several strangers at a time; returns when all have begun. */
  private void attack(int count, int connections, Attack attack) throws Exception {
    CountDownLatch begun = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      others.submit(
          () -> {
            for (int c = 0; c < connections && !over.get(); c++) {
              meet(attack, begun);
            }
          });
    }
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private void meet(Attack attack, CountDownLatch begun) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      strangers.add(socket);
      begun.countDown();
      attack.on(socket);
    } catch (IOException e) {
      // The reader has thrown it out, or the test is over.
    }
  }

  /** Emits beside the attack, and reads until everything has come. */
  private void assertEverythingArrives(String options) throws Exception {
    Future<CollectorReport> emitting = others.submit(() -> emit(options));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ZERO)
        .until(() -> stream.poll(this::note, POLL) >= 0 && emitting.isDone());
    CollectorReport report = emitting.get();
    assertThat(report.balanced()).as("%s", report).isTrue();
    assertThat(report.acknowledged()).as("%s", report).isEqualTo(RECORDS);
    stream.drain(this::note);
    assertThat(numbers).isEqualTo(LongStream.range(0, RECORDS).boxed().toList());
    ProducerAudit real =
        stream.audit().producers().stream()
            .filter(producer -> "real".equals(producer.name()))
            .findFirst()
            .orElseThrow();
    assertThat(real.delivered()).isEqualTo(RECORDS);
    assertThat(real.gaps()).isZero();
    assertThat(real.balanced()).isTrue();
  }

  private CollectorReport emit(String options) {
    Collector collector =
        ChunkingCollector.open(Endpoint.parse("tcp://127.0.0.1:" + port + SINK + options));
    SampleWriter writer = SampleWriter.create(collector.rows());
    Random random = new Random(1);
    byte[] text = new byte[300];
    for (int i = 0; i < RECORDS; i++) {
      for (int c = 0; c < text.length; c++) {
        text[c] = (byte) ('0' + random.nextInt(64));
      }
      String unlike = new String(text, StandardCharsets.US_ASCII);
      writer.emit(new Sample("real", unlike, i, System.nanoTime()));
    }
    return collector.close(Duration.ofSeconds(30));
  }

  private void note(RecordCursor cursor, Chunk chunk) {
    assertThat(chunk.accounting().producerId()).isNotEqualTo(FORGED);
    numbers.add(SampleReader.create().read(cursor).number());
  }

  /** Goes on when the reader closes the connection or the test is over. */
  private static void stay(Socket socket) throws IOException {
    socket.getInputStream().readAllBytes();
  }

  private static void send(Socket socket, byte[] bytes, int length) throws IOException {
    socket.getOutputStream().write(bytes, 0, length);
  }

  @Test
  void idle_connections_take_no_place_and_hold_no_end() throws Exception {
    listen("");
    attack(PLACES, 10, TcpAttackTest::stay);
    // Who was thrown out comes again, so all places are taken at any time.
    assertEverythingArrives("");
  }

  @Test
  void idle_connections_are_closed_in_time() throws Exception {
    listen("&stall.timeout=200ms");
    CountDownLatch closed = new CountDownLatch(20);
    attack(20, 1, socket -> {});
    for (Socket stranger : strangers) {
      others.submit(
          () -> {
            stay(stranger);
            closed.countDown();
            return null;
          });
    }
    assertEverythingArrives("");
    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void large_claims_that_drip_take_no_memory_from_others() throws Exception {
    listen("&chunk.timeout=3s");
    byte[] claim =
        new ChunkFactory(FORGED, null).ofLength(ChunkLayout.MAX_CHUNK_BYTES).toByteArray();
    attack(
        4,
        100,
        socket -> {
          send(socket, claim, 200_000);
          for (int sent = 0; sent < 100; sent++) {
            send(socket, claim, 1100);
            socket.getInputStream().readNBytes(28 * 20); // a second of keep-alives
          }
        });
    assertEverythingArrives("");
  }

  @Test
  void scan_of_ports_disturbs_nobody() throws Exception {
    listen("");
    attack(
        4,
        2_000,
        socket -> {
          socket.setSoLinger(true, 0);
          socket.close();
        });
    attack(
        2,
        200,
        socket -> {
          send(socket, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), 18);
          socket.shutdownOutput();
          stay(socket);
        });
    assertEverythingArrives("");
  }

  @Test
  void floods_of_garbage_and_false_headers_take_no_place() throws Exception {
    listen("&connections=8&stall.timeout=2s");
    byte[] garbage = new byte[1 << 16];
    new Random(2).nextBytes(garbage);
    byte[] header =
        new ChunkFactory(FORGED, null).ofLength(ChunkLayout.MAX_CHUNK_BYTES).toByteArray();
    for (int at = 0; at < garbage.length - 99; at += 1_000) {
      System.arraycopy(header, 0, garbage, at, 99);
    }
    attack(
        8,
        4,
        socket -> {
          for (int block = 0; block < 16; block++) {
            send(socket, garbage, garbage.length);
          }
        });
    assertEverythingArrives("");
  }

  @Test
  void nothing_from_inside_chunks_that_are_cut_off_is_read() throws Exception {
    listen("");
    byte[] outer = new ChunkFactory(FORGED, "outer").ofLength(3000).toByteArray();
    byte[] inner = new ChunkFactory(FORGED, "forged").next().toByteArray();
    System.arraycopy(inner, 0, outer, 1000, inner.length);
    attack(
        4,
        200,
        socket -> {
          send(socket, outer, 2500);
          socket.shutdownOutput();
          stay(socket);
        });
    assertEverythingArrives("");
    assertThat(stream.audit().producers()).hasSize(1);
  }

  @Test
  void connections_that_never_read_their_answers_disturb_nobody() throws Exception {
    listen("");
    attack(
        4,
        100,
        socket -> {
          byte[] chunk = new ChunkFactory(FORGED, null).end().toByteArray();
          for (int i = 0; i < 2_000; i++) {
            send(socket, chunk, chunk.length);
          }
          socket.close();
        });
    assertEverythingArrives("");
  }

  @Test
  void who_does_not_know_the_token_takes_no_place_and_delivers_nothing() throws Exception {
    listen("&token=0123456789abcdef&connections=8");
    byte[] forged = new ChunkFactory(FORGED, "forged").end().toByteArray();
    byte[] told = new byte[40];
    System.arraycopy(new byte[] {0x53, 0x4C, 0x54, (byte) 0xCE, 1}, 0, told, 0, 5);
    attack(
        4,
        500,
        socket -> {
          send(socket, forged, forged.length);
          stay(socket);
        });
    attack(
        4,
        500,
        socket -> {
          send(socket, told, told.length);
          send(socket, forged, forged.length);
          stay(socket);
        });
    assertEverythingArrives("&token=0123456789abcdef");
    assertThat(stream.audit().producers()).hasSize(1);
    assertThat(stream.audit().damaged()).isZero();
  }
}
