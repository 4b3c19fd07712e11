package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.binding.TcpBinding.Answer;
import dev.sluice.api.binding.TcpBinding.Kind;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.TcpPeers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the TCP reader does with writers that are slow, hostile, many or no writers at all. */
@ExtendWith(NettyLeaks.class)
class TcpReaderTest {
  private static final long P = 11;
  private static final Duration POLL = Duration.ofMillis(50);

  private final ChunkFactory factory = new ChunkFactory(P, "reader");
  private final ChunkLog log = new ChunkLog();
  private final ExecutorService others = Executors.newCachedThreadPool();
  private TcpRawReader reader;

  @AfterEach
  void stop() {
    others.shutdownNow();
    if (reader != null) {
      reader.close();
    }
  }

  private int listen(String options) throws IOException {
    reader = (TcpRawReader) RawPair.reader("tcp://127.0.0.1:0" + options);
    return reader.address().getPort();
  }

  private void pollUntil(int chunks, int damages) {
    Awaitility.await()
        .pollInterval(Duration.ZERO)
        .until(
            () -> {
              reader.poll(log, POLL);
              return log.chunks().size() >= chunks && log.damages().size() >= damages;
            });
    assertThat(log.chunks()).hasSize(chunks);
    assertThat(log.damages()).hasSize(damages);
  }

  @Test
  void chunk_is_acknowledged_after_the_handler_and_not_before() throws Exception {
    try (ScriptedWriter writer = new ScriptedWriter(listen("?keep.alive=20ms"))) {
      Chunk chunk = factory.next();
      writer.send(chunk);
      List<Kind> before = new ArrayList<>();
      ChunkHandler handler =
          new ChunkHandler() {
            @Override
            public void chunk(Chunk handed, SourcePosition position) {
              listenTo(before);
            }

            @Override
            public void damaged(Damage damage) {}

            @Override
            public void beforeAcknowledge() {
              listenTo(before);
            }

            private void listenTo(List<Kind> kinds) {
              try {
                kinds.add(writer.anyAnswer().kind());
                kinds.add(writer.anyAnswer().kind());
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            }
          };
      Awaitility.await().until(() -> reader.poll(handler, POLL) == 1);
      assertThat(before).hasSize(4).containsOnly(Kind.ALIVE);
      assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, 0));
    }
  }

  @Test
  void chunks_whose_handler_threw_are_not_acknowledged_and_come_again_at_once() throws Exception {
    try (ScriptedWriter writer = new ScriptedWriter(listen(""))) {
      writer.send(concat(factory.next(), factory.next()));
      AtomicInteger calls = new AtomicInteger();
      ChunkLog first = new ChunkLog();
      ChunkHandler failing =
          new ChunkHandler() {
            @Override
            public void chunk(Chunk chunk, SourcePosition position) {
              first.chunk(chunk, position);
            }

            @Override
            public void damaged(Damage damage) {}

            @Override
            public void beforeAcknowledge() {
              calls.incrementAndGet();
              throw new IllegalStateException("no");
            }
          };
      Awaitility.await()
          .until(
              () -> {
                try {
                  reader.poll(failing, POLL);
                } catch (IllegalStateException e) {
                  return true;
                }
                return false;
              });
      assertThat(calls).hasValue(1);
      pollUntil(2, 0);
      assertThat(log.positions()).startsWith(first.positions().get(0));
      assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, 0));
      assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0xffff_ffffL, 0x7fff_ffffL, 16 << 20, 64 << 20})
  void length_that_no_chunk_may_have_is_refused_before_anything_is_allocated(long length)
      throws Exception {
    try (ScriptedWriter writer = new ScriptedWriter(listen("?keep.alive=20ms"))) {
      byte[] bomb = factory.next(1, 100).toByteArray();
      ByteBuffer.wrap(bomb).order(ByteOrder.LITTLE_ENDIAN).putInt(8, (int) length);
      writer.send(bomb);
      pollUntil(0, 1);
      assertThat(log.damages().get(0).reason()).isEqualTo("implausible length");
      assertThat(writer.answer().kind()).isEqualTo(Kind.DAMAGED);
      writer.send(factory.next());
      pollUntil(1, 1);
      assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, 1));
    }
  }

  @Test
  void header_of_a_large_chunk_without_its_body_costs_little_memory() throws Exception {
    int port = listen("?connections=200");
    byte[] header = Arrays.copyOf(factory.ofLength(ChunkLayout.MAX_CHUNK_BYTES).toByteArray(), 99);
    List<ScriptedWriter> writers = new ArrayList<>();
    System.gc();
    long before = usedMemory();
    for (int i = 0; i < 150; i++) {
      ScriptedWriter writer = new ScriptedWriter(port);
      writers.add(writer);
      writer.send(header);
    }
    try (ScriptedWriter honest = new ScriptedWriter(port)) {
      honest.send(factory.next());
      pollUntil(1, 0);
      assertThat(honest.answer().kind()).isEqualTo(Kind.ACKNOWLEDGED);
    }
    System.gc();
    // 150 times 16 MiB were announced.
    assertThat(usedMemory() - before).isLessThan(100L << 20);
    for (ScriptedWriter writer : writers) {
      writer.close();
    }
  }

  private static long usedMemory() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void connection_cut_in_the_middle_of_a_chunk_is_no_damage() throws Exception {
    int port = listen("?until=end&grace=1ms");
    Chunk whole = factory.next();
    byte[] half = factory.next(1, 1000).toByteArray();
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(whole);
      writer.send(half, 0, 500);
      writer.finish();
    }
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(half, 0, 19);
      pollUntil(1, 0);
      writer.abort();
    }
    Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && reader.exhausted());
    assertThat(log.damages()).isEmpty();
    assertThat(log.sequences(P)).containsExactly(0L);
  }

  @Test
  void file_sent_by_a_plain_socket_is_read_to_its_end_whatever_is_in_it() throws Exception {
    int port = listen("?until=end&grace=1ms");
    byte[] flipped = factory.next(1, 300).toByteArray();
    flipped[200] ^= 1;
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(factory.next().toByteArray());
    file.writeBytes(flipped);
    file.writeBytes("noise".getBytes(StandardCharsets.UTF_8));
    file.writeBytes(factory.ofLength(2 << 20).toByteArray());
    file.writeBytes(factory.end().toByteArray());
    try (ScriptedWriter nc = new ScriptedWriter(port)) {
      nc.send(file.toByteArray());
      nc.finish();
    }
    pollUntil(3, 1);
    assertThat(log.sequences(P)).containsExactly(1L, 2L, 3L);
    assertThat(log.damages().get(0).length()).isEqualTo(flipped.length + 5);
    assertThat(log.damages().get(0).position().offset()).isEqualTo(log.chunks().get(0).length());
    // The writer's end may come behind its last byte.
    Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && reader.exhausted());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothing_from_inside_a_chunk_that_is_cut_off_is_handed_out(boolean politely)
      throws Exception {
    int port = listen("?until=end&grace=1ms");
    byte[] inner = new ChunkFactory(66, "forged").next().toByteArray();
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 3000 + ChunkLayout.CRC_BYTES];
    System.arraycopy(inner, 0, bytes, ChunkLayout.MAX_HEADER_BYTES + 1000, inner.length);
    ChunkHeader header = ChunkHeader.of(200, 3000, 1, factory.next().accounting());
    Chunk outer = ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(factory.next());
      writer.send(outer.toByteArray(), 0, 2500);
      pollUntil(1, 0);
      if (politely) {
        writer.finish();
      } else {
        writer.abort();
      }
    }
    Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && reader.exhausted());
    assertThat(log.chunks()).hasSize(1);
    assertThat(log.sequences(66)).isEmpty();
    assertThat(log.damages()).isEmpty();
  }

  @Test
  void chunk_behind_a_false_length_is_handed_over_though_the_stream_stalls() throws Exception {
    int port = listen("?keep.alive=10ms");
    byte[] longer = factory.next(1, 300).toByteArray();
    ByteBuffer.wrap(longer).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 1 << 20);
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(longer);
      writer.send(factory.next());
      pollUntil(1, 1);
      assertThat(writer.answer()).isEqualTo(Answer.of(Kind.DAMAGED));
      assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, 1));
    }
  }

  @Test
  void connection_that_delivers_no_chunk_is_closed_and_a_quiet_writer_is_not() throws Exception {
    int port = listen("?stall.timeout=500ms&keep.alive=10ms");
    try (ScriptedWriter quiet = new ScriptedWriter(port);
        ScriptedWriter idle = new ScriptedWriter(port);
        ScriptedWriter drip = new ScriptedWriter(port)) {
      quiet.send(factory.next());
      pollUntil(1, 0);
      drip.send(factory.next().toByteArray(), 0, 10);
      idle.awaitEnd();
      drip.awaitEnd();
      for (int i = 0; i < 30; i++) {
        assertThat(quiet.anyAnswer()).isNotNull();
      }
      quiet.send(factory.next());
      pollUntil(2, 0);
    }
  }

  @Test
  void connection_that_sends_noise_for_ever_is_closed() throws Exception {
    int port = listen("?stall.timeout=100ms&keep.alive=10ms");
    byte[] noise = new byte[4096];
    Future<?> flood =
        others.submit(
            () -> {
              try (ScriptedWriter writer = new ScriptedWriter(port)) {
                while (true) {
                  writer.send(noise);
                }
              }
            });
    Awaitility.await().until(() -> reader.poll(log, POLL) >= 0 && flood.isDone());
    assertThat(log.chunks()).isEmpty();
    assertThatThrownBy(flood::get).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void chunk_that_goes_on_and_on_is_given_up() throws Exception {
    int port = listen("?chunk.timeout=200ms&keep.alive=10ms");
    byte[] bytes = factory.ofLength(8 << 20).toByteArray();
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(factory.next());
      pollUntil(1, 0);
      Future<?> slowly =
          others.submit(
              () -> {
                for (int i = 0; i < bytes.length; i++) {
                  writer.send(bytes, i, 1);
                  writer.anyAnswer();
                }
                return null;
              });
      assertThatThrownBy(() -> slowly.get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class);
    }
    assertThat(reader.poll(log, POLL)).isZero();
    assertThat(log.damages()).isEmpty();
  }

  @Test
  void idle_strangers_hold_no_place() throws Exception {
    int port = listen("?connections=4");
    List<ScriptedWriter> strangers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      strangers.add(new ScriptedWriter(port));
    }
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(factory.next());
      pollUntil(1, 0);
      assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, 0));
      assertThat(strangers.get(0).answer()).as("the oldest").isEqualTo(Answer.of(Kind.BUSY));
      strangers.get(0).awaitEnd();
    }
    for (ScriptedWriter stranger : strangers) {
      stranger.close();
    }
  }

  @Test
  void idle_strangers_do_not_hold_the_end() throws Exception {
    int port = listen("?until=end&grace=50ms&keep.alive=20ms");
    try (ScriptedWriter before = new ScriptedWriter(port);
        ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(factory.next());
      pollUntil(1, 0);
      before.send(new byte[0]);
      try (ScriptedWriter after = new ScriptedWriter(port);
          ScriptedWriter noise = new ScriptedWriter(port)) {
        after.send(new byte[0]);
        noise.send("noise".getBytes(StandardCharsets.US_ASCII));
        pollUntil(1, 1);
        writer.finish();
        Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && reader.exhausted());
      }
    }
  }

  @Test
  void stranger_whose_first_chunk_is_under_way_is_waited_for() throws Exception {
    int port = listen("?until=end&grace=1ms");
    byte[] late = factory.next(1, 1000).toByteArray();
    try (ScriptedWriter first = new ScriptedWriter(port);
        ScriptedWriter second = new ScriptedWriter(port)) {
      second.send(late, 0, 500);
      first.send(factory.end());
      pollUntil(1, 0);
      first.finish();
      for (int i = 0; i < 5; i++) {
        reader.poll(log, POLL);
        assertThat(reader.exhausted()).isFalse();
      }
      second.send(late, 500, late.length - 500);
      second.finish();
      Awaitility.await().until(() -> reader.poll(log, POLL) == 0 && reader.exhausted());
      assertThat(log.chunks()).hasSize(2);
    }
  }

  @Test
  void visitors_alone_do_not_end_a_source_that_waits_for_programs() throws Exception {
    int port = listen("?until=end&grace=1ms&keep.alive=20ms");
    try (ScriptedWriter scan = new ScriptedWriter(port)) {
      scan.send("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII));
      pollUntil(0, 1);
      scan.finish();
    }
    for (int i = 0; i < 5; i++) {
      reader.poll(log, POLL);
      assertThat(reader.exhausted()).isFalse();
    }
  }

  @Test
  void address_without_a_host_is_the_loopback_address() throws Exception {
    reader = (TcpRawReader) RawPair.reader("tcp://:0");
    assertThat(reader.address().getAddress().isLoopbackAddress()).isTrue();
    for (String all : List.of("tcp://0.0.0.0:0", "tcp://[::]:0")) {
      reader.close();
      reader = (TcpRawReader) RawPair.reader(all);
      assertThat(reader.address().getAddress().isAnyLocalAddress()).as(all).isTrue();
    }
  }

  @Test
  void claims_of_others_do_not_take_the_memory_for_a_chunk() throws Exception {
    int port = listen("?memory=1MiB");
    byte[] claim = new ChunkFactory(66, null).ofLength(ChunkLayout.MAX_CHUNK_BYTES).toByteArray();
    List<ScriptedWriter> strangers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ScriptedWriter stranger = new ScriptedWriter(port);
      strangers.add(stranger);
      stranger.send(claim, 0, 100_000);
    }
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      for (int i = 0; i < 3; i++) {
        writer.send(factory.ofLength(400_000));
        pollUntil(i + 1, 0);
        assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, i));
      }
    }
    for (ScriptedWriter stranger : strangers) {
      stranger.close();
    }
  }

  @Test
  void connection_that_breaks_while_it_waits_for_memory_gives_its_buffers_back() throws Exception {
    int port = listen("?memory=1MiB&keep.alive=10ms");
    byte[] large = factory.ofLength(3 << 20).toByteArray();
    try (ScriptedWriter favoured = new ScriptedWriter(port);
        ScriptedWriter waits = new ScriptedWriter(port)) {
      favoured.send(large, 0, 2 << 20);
      Future<?> sending =
          others.submit(
              () -> {
                waits.send(new ChunkFactory(12, null).ofLength(8 << 20).toByteArray());
                return null;
              });
      // The reader has looked after its connections 30 times, and there was no memory.
      for (int i = 0; i < 30; i++) {
        assertThat(favoured.anyAnswer()).isEqualTo(Answer.of(Kind.ALIVE));
      }
      assertThat(sending).isNotDone();
      waits.abort();
      favoured.send(large, 2 << 20, large.length - (2 << 20));
      pollUntil(1, 0);
      assertThat(favoured.answer()).isEqualTo(Answer.acknowledged(P, 0));
    }
  }

  @Test
  void logger_that_throws_ends_no_keep_alive() throws Exception {
    int port = listen("?stall.timeout=500ms&keep.alive=10ms");
    Loggers.redirect(
        name -> {
          throw new IllegalStateException("a bad logger");
        });
    try (ScriptedWriter quiet = new ScriptedWriter(port);
        ScriptedWriter idle = new ScriptedWriter(port)) {
      quiet.send(factory.next());
      pollUntil(1, 0);
      idle.awaitEnd();
      for (int i = 0; i < 10; i++) {
        assertThat(quiet.anyAnswer()).isNotNull();
      }
    } finally {
      Loggers.redirect(null);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "\026\003\001\002",
        "S\u00f9\u00f9",
        "\0\0\0\0"
      })
  void visitor_who_is_no_writer_disturbs_nobody(String words) throws Exception {
    int port = listen("?keep.alive=10ms&stall.timeout=500ms");
    try (ScriptedWriter visitor = new ScriptedWriter(port);
        ScriptedWriter writer = new ScriptedWriter(port)) {
      byte[] bytes = words.getBytes(StandardCharsets.ISO_8859_1);
      visitor.send(bytes);
      writer.send(factory.next());
      boolean mayBegin = words.startsWith("S\u00f9");
      pollUntil(1, mayBegin ? 0 : 1);
      assertThat(writer.answer().kind()).isEqualTo(Kind.ACKNOWLEDGED);
      if (mayBegin) {
        visitor.awaitEnd();
      } else {
        assertThat(visitor.answer().kind()).isEqualTo(Kind.DAMAGED);
        assertThat(log.damages().get(0).bytes()).isEqualTo(bytes);
      }
    }
  }

  @Test
  void noise_without_end_is_handed_over_piece_by_piece() throws Exception {
    int port = listen("");
    byte[] noise = new byte[1 << 20];
    Arrays.fill(noise, (byte) 'x');
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      others.submit(
          () -> {
            writer.send(noise);
            writer.send(factory.next());
            return null;
          });
      Awaitility.await().until(() -> reader.poll(log, POLL) >= 0 && log.chunks().size() == 1);
      assertThat(log.damages()).hasSizeGreaterThan(4);
      assertThat(log.damages()).allMatch(d -> d.length() == d.bytes().length);
      assertThat(log.damages().stream().mapToLong(Damage::length).sum()).isEqualTo(noise.length);
    }
  }

  @Test
  void one_connection_too_many_is_told_so_and_closed() throws Exception {
    int port = listen("?connections=1&keep.alive=20ms");
    try (ScriptedWriter first = new ScriptedWriter(port)) {
      first.send(factory.next());
      pollUntil(1, 0);
      try (ScriptedWriter second = new ScriptedWriter(port)) {
        assertThat(second.answer()).isEqualTo(Answer.of(Kind.BUSY));
        second.awaitEnd();
      }
      first.finish();
    }
    // The reader may notice a moment later that there is room.
    Awaitility.await().until(() -> isWelcome(port));
  }

  private static boolean isWelcome(int port) throws Exception {
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      return writer.anyAnswer().kind() == Kind.ALIVE;
    }
  }

  @Test
  void nobody_is_read_from_while_nobody_polls_and_then_nothing_is_missing() throws Exception {
    int port = listen("?memory=1MiB&keep.alive=10ms&stall.timeout=250ms");
    int chunks = 600;
    Future<?> sending =
        others.submit(
            () -> {
              try (ScriptedWriter writer = new ScriptedWriter(port)) {
                for (int i = 0; i < chunks; i++) {
                  writer.send(factory.ofLength(100_000));
                }
                for (int i = 0; i < chunks; i++) {
                  assertThat(writer.answer()).isEqualTo(Answer.acknowledged(P, i));
                }
              }
              return null;
            });
    // 60 MB do not fit into 1 MiB and the system's buffers; the reader looks after its connections
    // for longer than the stall timeout, and the writer waits for it.
    try (ScriptedWriter other = new ScriptedWriter(port)) {
      for (int i = 0; i < 50; i++) {
        assertThat(other.anyAnswer()).isEqualTo(Answer.of(Kind.ALIVE));
      }
    }
    assertThat(sending).isNotDone();
    pollUntil(chunks, 0);
    sending.get(10, TimeUnit.SECONDS);
    assertThat(log.sequences(P)).isEqualTo(LongStream.range(0, chunks).boxed().toList());
  }

  @Test
  void large_chunks_of_many_writers_become_whole_one_after_the_other_in_little_memory()
      throws Exception {
    int port = listen("?memory=1MiB");
    List<Future<?>> sending = new ArrayList<>();
    for (int w = 0; w < 8; w++) {
      ChunkFactory own = new ChunkFactory(100 + w, null);
      sending.add(
          others.submit(
              () -> {
                try (ScriptedWriter writer = new ScriptedWriter(port)) {
                  for (int i = 0; i < 3; i++) {
                    writer.send(own.ofLength(3 << 20));
                    assertThat(writer.answer().sequence()).isEqualTo(i);
                  }
                }
                return null;
              }));
    }
    pollUntil(24, 0);
    for (Future<?> task : sending) {
      task.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void writer_that_never_reads_its_answers_is_not_read_from_without_end() throws Exception {
    int port = listen("?keep.alive=1ms");
    Future<?> flood =
        others.submit(
            () -> {
              byte[] chunk = factory.next(0, 0).toByteArray();
              byte[] many = new byte[chunk.length * 1000];
              for (int i = 0; i < 1000; i++) {
                System.arraycopy(chunk, 0, many, i * chunk.length, chunk.length);
              }
              try (ScriptedWriter writer = new ScriptedWriter(port, 4096)) {
                while (true) {
                  writer.send(many);
                }
              }
            });
    AtomicInteger handed = new AtomicInteger();
    ChunkHandler counting =
        new ChunkHandler() {
          @Override
          public void chunk(Chunk chunk, SourcePosition position) {
            handed.incrementAndGet();
          }

          @Override
          public void damaged(Damage damage) {}
        };
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ZERO)
        .until(() -> reader.poll(counting, Duration.ofMillis(500)) == 0 && handed.get() > 0);
    assertThat(flood.isDone()).as("the writer still wants to send").isFalse();
  }

  @Test
  void port_in_use_and_unknown_host_are_one_clear_line() throws Exception {
    try (ServerSocket taken = TcpPeers.listen()) {
      String uri = "tcp://127.0.0.1:" + taken.getLocalPort();
      assertThatThrownBy(() -> RawPair.reader(uri))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("cannot listen on " + uri, "in use")
          .hasMessageNotContaining("\n");
    }
    assertThatThrownBy(() -> RawPair.reader("tcp://no.such.host.invalid:1"))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot listen on tcp://no.such.host.invalid:1: unknown host");
  }

  @Test
  void mistakes_in_options_are_told_at_once_and_no_port_is_taken() throws Exception {
    int port = TcpPeers.freePort();
    assertThatThrownBy(
            () -> RawPair.reader("tcp://127.0.0.1:" + port + "?tls=true&conections=5&memory=1"))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.problems()).hasSize(3))
        .hasMessageContainingAll("tls.certificate", "did you mean 'connections'?", "memory");
    new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close();
  }

  @Test
  void ipv6_addresses_work_on_both_sides() throws Exception {
    reader = (TcpRawReader) RawPair.reader("tcp://[::1]:0");
    RawWriter writer = RawPair.writer("tcp://[::1]:" + reader.address().getPort());
    CompletionLog completions = new CompletionLog();
    Future<?> writing =
        others.submit(
            () -> {
              writer.write(factory.next(), completions);
              return null;
            });
    pollUntil(1, 0);
    writing.get(10, TimeUnit.SECONDS);
    completions.await(1);
    writer.close(Duration.ofSeconds(5));
  }

  @Test
  void wakeup_ends_a_poll_that_waits() throws Exception {
    listen("");
    Future<Integer> poll = others.submit(() -> reader.poll(log, Duration.ofSeconds(60)));
    reader.wakeup();
    assertThat(poll.get(10, TimeUnit.SECONDS)).isZero();
  }

  @Test
  void reader_can_be_opened_again_on_the_same_port_at_once() throws Exception {
    int port = listen("");
    try (ScriptedWriter writer = new ScriptedWriter(port)) {
      writer.send(factory.next());
      pollUntil(1, 0);
      reader.close();
      reader = (TcpRawReader) RawPair.reader("tcp://127.0.0.1:" + port);
      assertThat(reader.address().getPort()).isEqualTo(port);
    }
  }

  private static byte[] concat(Chunk... chunks) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Chunk chunk : chunks) {
      all.writeBytes(chunk.toByteArray());
    }
    return all.toByteArray();
  }
}
