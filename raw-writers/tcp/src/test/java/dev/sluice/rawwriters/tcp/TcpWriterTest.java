package dev.sluice.rawwriters.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.wire.TcpBinding;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the TCP writer does with readers that are absent, silent, slow or out of their minds. */
@Warns({
  "connection lost: ",
  "a completion threw, which none should",
  "the reader is there and has acknowledged nothing"
})
@Tag("one-jdk")
class TcpWriterTest {
  private static final Duration CLOSE = Duration.ofSeconds(10);
  private static final String FAST = "?backoff.min=5ms&backoff.max=50ms";

  private final ChunkFactory factory = new ChunkFactory(7, "writer");
  private final CompletionLog completions = new CompletionLog();
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private ScriptedReader reader;
  private RawWriter writer;

  @BeforeEach
  void listen() throws IOException {
    reader = new ScriptedReader();
    writer = RawPair.writer(reader.uri() + FAST);
  }

  @AfterEach
  void stop() throws IOException {
    other.shutdownNow();
    writer.close(Duration.ZERO);
    reader.close();
  }

  private Future<?> write(int count, int bodyBytes) {
    return other.submit(
        () -> {
          for (int i = 0; i < count; i++) {
            RawPair.write(writer, factory.next(1, bodyBytes), completions);
          }
          return null;
        });
  }

  @Test
  void nothing_is_sent_but_chunks_and_they_are_acknowledged_when_the_reader_says_so()
      throws Exception {
    Future<?> writing = write(3, 100);
    try (ScriptedReader.Connection connection = reader.accept()) {
      writing.get(10, TimeUnit.SECONDS);
      List<Chunk> chunks = List.of(connection.chunk(), connection.chunk(), connection.chunk());
      assertThat(completions.count()).isZero();
      for (Chunk chunk : chunks) {
        connection.answer(ScriptedReader.Connection.acknowledgement(chunk));
      }
      assertThat(completions.await(3).count(Outcome.ACKNOWLEDGED)).isEqualTo(3);
      writer.close(CLOSE);
      assertThat(connection.read()).isEqualTo(-1);
    }
  }

  @Test
  void flush_connects_before_the_first_chunk_comes() throws Exception {
    writer.flush();
    try (ScriptedReader.Connection connection = reader.accept()) {
      Future<?> writing = write(1, 100);
      assertThat(connection.acknowledge()).isZero();
      writing.get(10, TimeUnit.SECONDS);
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
  }

  @Test
  void connection_that_ends_before_the_first_chunk_is_replaced() throws Exception {
    writer.flush();
    reader.accept().close();
    Future<?> writing = write(1, 100);
    // The chunk may still go out on the first one.
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      writing.get(10, TimeUnit.SECONDS);
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
  }

  @Test
  void what_was_not_acknowledged_comes_again_in_order_before_anything_new() throws Exception {
    Future<?> writing = write(5, 100);
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      completions.await(1);
      connection.chunk();
      writing.get(10, TimeUnit.SECONDS);
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      Future<?> more = write(1, 100);
      for (long sequence = 1; sequence < 6; sequence++) {
        assertThat(connection.acknowledge()).isEqualTo(sequence);
      }
      more.get(10, TimeUnit.SECONDS);
      assertThat(completions.await(6).count(Outcome.ACKNOWLEDGED)).isEqualTo(6);
    }
  }

  @Test
  void connection_cut_in_the_middle_of_a_chunk_sends_it_again_whole() throws Exception {
    Future<?> writing = write(1, 1 << 20);
    try (ScriptedReader.Connection connection = reader.accept()) {
      for (int i = 0; i < 1000; i++) {
        connection.read();
      }
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      writing.get(10, TimeUnit.SECONDS);
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
  }

  @Test
  void peer_that_reads_and_never_answers_is_taken_for_dead_and_gets_the_same_again()
      throws Exception {
    writer = RawPair.writer(reader.uri() + FAST + "&ack.timeout=200ms");
    write(2, 100);
    for (int round = 0; round < 3; round++) {
      try (ScriptedReader.Connection connection = reader.accept()) {
        assertThat(connection.chunk().accounting().sequence()).isZero();
        connection.awaitEnd();
      }
    }
    assertTimeout(
        Duration.ofMillis(1300),
        () -> writer.close(Duration.ofMillis(300)),
        "contract: close takes its timeout and a second at most");
    assertThat(completions.await(2).count(Outcome.UNCONFIRMED)).isEqualTo(2);
  }

  @Test
  void reader_that_is_busy_but_alive_is_waited_for() throws Exception {
    writer = RawPair.writer(reader.uri() + FAST + "&ack.timeout=1s");
    write(1, 100);
    try (ScriptedReader.Connection connection = reader.accept()) {
      Chunk chunk = connection.chunk();
      long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
      Awaitility.await()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                connection.answer(Answer.of(Kind.ALIVE));
                return System.nanoTime() - end > 0;
              });
      connection.answer(ScriptedReader.Connection.acknowledgement(chunk));
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
  }

  @Test
  void peer_that_accepts_and_never_reads_gets_a_window_and_no_more() throws Exception {
    int chunkBytes = 100_000;
    int window = 300;
    writer =
        RawPair.writer(
            reader.uri() + FAST + "&window.chunks=1000&window.bytes=" + window * chunkBytes);
    AtomicInteger taken = new AtomicInteger();
    AtomicReference<Thread> thread = new AtomicReference<>();
    Future<?> writing =
        other.submit(
            () -> {
              thread.set(Thread.currentThread());
              while (true) {
                RawPair.write(writer, factory.ofLength(chunkBytes), completions);
                taken.incrementAndGet();
              }
            });
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.read()).isEqualTo(0x53);
      Awaitility.await("the next one waits")
          .atMost(Duration.ofSeconds(30))
          .until(() -> taken.get() == window && thread.get().getState() == Thread.State.WAITING);
      assertThat(writing).isNotDone();
      writing.cancel(true);
      assertTimeout(
          Duration.ofMillis(1100),
          () -> writer.close(Duration.ofMillis(100)),
          "contract: close takes its timeout and a second at most");
      completions.await(window);
      // What the system's buffers did not even take cannot have arrived.
      assertThat(completions.count(Outcome.FAILED)).isPositive();
      assertThat(completions.count(Outcome.UNCONFIRMED)).isPositive();
    }
  }

  @Test
  void window_bounds_the_number_of_chunks_without_an_answer() throws Exception {
    writer = RawPair.writer(reader.uri() + FAST + "&window.chunks=4");
    Future<?> writing = write(6, 10);
    try (ScriptedReader.Connection connection = reader.accept()) {
      List<Chunk> first = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        first.add(connection.chunk());
      }
      assertThat(writing.isDone()).isFalse();
      for (Chunk chunk : first) {
        connection.answer(ScriptedReader.Connection.acknowledgement(chunk));
      }
      assertThat(connection.acknowledge()).isEqualTo(4);
      assertThat(connection.acknowledge()).isEqualTo(5);
      writing.get(10, TimeUnit.SECONDS);
      completions.await(6);
    }
  }

  @Test
  void interrupt_ends_a_write_that_waits_for_the_window() throws Exception {
    writer = RawPair.writer(reader.uri() + FAST + "&window.chunks=1");
    write(1, 10);
    try (ScriptedReader.Connection connection = reader.accept()) {
      Chunk first = connection.chunk();
      Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  writer.write(factory.next(), completions);
                } catch (IOException | InterruptedException e) {
                  thrown.add(e);
                }
              });
      waiting.start();
      waiting.interrupt();
      waiting.join(10_000);
      assertThat(thrown).singleElement().isInstanceOf(InterruptedException.class);
      connection.answer(ScriptedReader.Connection.acknowledgement(first));
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
      writer.close(CLOSE);
      assertThat(connection.read()).as("no second chunk").isEqualTo(-1);
      assertThat(completions.count()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", "SLA", "\025\003\003"})
  void peer_that_answers_garbage_is_left_and_the_right_one_gets_everything(String garbage)
      throws Exception {
    write(2, 100);
    byte[] answer = new byte[40];
    byte[] start = garbage.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(start, 0, answer, 0, Math.min(start.length, answer.length));
    for (int round = 0; round < 3; round++) {
      try (ScriptedReader.Connection connection = reader.accept()) {
        connection.chunk();
        connection.send(answer);
        connection.awaitEnd();
      }
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      assertThat(connection.acknowledge()).isEqualTo(1);
      assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
    }
  }

  @Test
  void duplicate_and_unknown_acknowledgements_are_ignored() throws Exception {
    write(2, 100);
    try (ScriptedReader.Connection connection = reader.accept()) {
      Chunk first = connection.chunk();
      connection.answer(Answer.acknowledged(99, 0));
      connection.answer(ScriptedReader.Connection.acknowledgement(first));
      connection.answer(ScriptedReader.Connection.acknowledgement(first));
      assertThat(connection.acknowledge()).isEqualTo(1);
      assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
    }
  }

  @Test
  void chunk_that_the_reader_passes_over_is_sent_again() throws Exception {
    write(3, 100);
    try (ScriptedReader.Connection connection = reader.accept()) {
      connection.chunk();
      assertThat(connection.acknowledge()).isEqualTo(1);
      connection.awaitEnd();
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      assertThat(connection.acknowledge()).isEqualTo(2);
      assertThat(completions.await(3).count(Outcome.ACKNOWLEDGED)).isEqualTo(3);
    }
  }

  @Test
  void chunk_that_is_found_damaged_three_times_fails_and_the_rest_arrives() throws Exception {
    write(3, 100);
    for (int round = 0; round < 3; round++) {
      try (ScriptedReader.Connection connection = reader.accept()) {
        assertThat(connection.chunk().accounting().sequence()).isZero();
        connection.answer(Answer.of(Kind.DAMAGED));
        connection.awaitEnd();
      }
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isEqualTo(1);
      assertThat(connection.acknowledge()).isEqualTo(2);
      completions.await(3);
      assertThat(completions.count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
      assertThat(completions.count(Outcome.FAILED)).isEqualTo(1);
      assertThat(completions.causes().get(0)).hasMessageContainingAll(reader.uri(), "damage", "/0");
    }
  }

  @Test
  void acknowledgement_of_what_was_not_sent_ends_the_connection() throws Exception {
    write(2, 10 << 20);
    try (ScriptedReader.Connection connection = reader.accept()) {
      connection.read();
      connection.answer(Answer.acknowledged(7, 0));
      connection.awaitEnd();
    }
    assertThat(completions.count()).isZero();
  }

  @Test
  void reader_that_lives_and_acknowledges_nothing_is_told_once() throws Exception {
    try (LogLines lines = new LogLines()) {
      writer = RawPair.writer(reader.uri() + FAST + "&ack.timeout=1s");
      Future<?> writing = write(2, 100);
      try (ScriptedReader.Connection connection = reader.accept()) {
        Chunk first = connection.chunk();
        connection.chunk();
        writing.get(10, TimeUnit.SECONDS);
        Runnable alive = () -> connection.tryToAnswer(Answer.of(Kind.ALIVE));
        lines.await("acknowledged nothing for", alive);
        assertThat(lines.all()).singleElement().asString().contains("2 chunks with 2 records wait");
        long end = System.nanoTime() + Duration.ofMillis(800).toNanos();
        Awaitility.await()
            .pollInterval(Duration.ofMillis(5))
            .until(
                () -> {
                  alive.run();
                  return System.nanoTime() - end > 0;
                });
        assertThat(lines.all()).hasSize(1);
        connection.answer(ScriptedReader.Connection.acknowledgement(first));
        completions.await(1);
        lines.await("acknowledged again", alive);
      }
    }
  }

  @Test
  void reader_that_floods_its_writer_with_answers_is_left() throws Exception {
    byte[] flood = new byte[11_000 * TcpBinding.ANSWER_BYTES];
    for (int round = 0; round < 2; round++) {
      byte[] answer =
          (round == 0 ? Answer.of(Kind.ALIVE) : Answer.acknowledged(1, 2)).toByteArray();
      for (int i = 0; i < flood.length; i += answer.length) {
        System.arraycopy(answer, 0, flood, i, answer.length);
      }
      write(1, 100);
      try (ScriptedReader.Connection connection = reader.accept()) {
        assertThat(connection.chunk().accounting().sequence()).isZero();
        connection.send(flood);
        connection.awaitEnd();
      }
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      assertThat(connection.acknowledge()).isEqualTo(1);
      assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
    }
  }

  @Test
  void reader_that_is_full_is_tried_again_later() throws Exception {
    write(1, 100);
    try (ScriptedReader.Connection connection = reader.accept()) {
      connection.chunk();
      connection.answer(Answer.of(Kind.BUSY));
      connection.awaitEnd();
    }
    try (ScriptedReader.Connection connection = reader.accept()) {
      assertThat(connection.acknowledge()).isZero();
      completions.await(1);
    }
  }

  @Test
  void absent_reader_and_unknown_host_are_told_in_one_line_and_tried_again() throws Exception {
    int port = TcpPeers.freePort();
    for (String address : List.of("127.0.0.1:" + port, "no.such.host.invalid:9931")) {
      RawWriter refused = RawPair.writer("tcp://" + address);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> refused.write(factory.next(), completions))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("tcp://" + address + " does not take chunks now: ")
            .hasMessageNotContaining("\n");
      }
      refused.close(CLOSE);
    }
    assertThat(completions.count()).isZero();
  }

  @Test
  void host_that_swallows_connections_is_given_up_in_time() throws Exception {
    // A full backlog: the system neither accepts nor refuses what comes then.
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket(full.getInetAddress(), full.getLocalPort());
        Socket second = new Socket(full.getInetAddress(), full.getLocalPort())) {
      assertThat(first.isConnected() && second.isConnected()).isTrue();
      RawWriter swallowed =
          RawPair.writer("tcp://127.0.0.1:" + full.getLocalPort() + "?connect.timeout=200ms");
      assertTimeout(
          Duration.ofSeconds(2),
          () ->
              assertThatThrownBy(() -> swallowed.write(factory.next(), completions))
                  .isInstanceOf(IOException.class)
                  .hasMessageContaining("does not take chunks now"),
          "contract: connect.timeout, 200 ms here, bounds a write that waits for a connection");
      swallowed.close(CLOSE);
    }
  }

  @Test
  void completion_that_throws_disturbs_nobody() throws Exception {
    other.submit(
        () -> {
          writer.write(
              factory.next(),
              (chunk, outcome, cause) -> {
                throw new IllegalStateException("a bad completion");
              });
          writer.write(factory.next(), completions);
          return null;
        });
    try (ScriptedReader.Connection connection = reader.accept()) {
      connection.acknowledge();
      connection.acknowledge();
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
  }

  @Test
  void chunk_above_the_limit_fails_at_once() throws Exception {
    writer = RawPair.writer(reader.uri() + "?max.chunk.bytes=1000");
    assertThat(writer.maxChunkBytes()).isEqualTo(1000);
    writer.write(factory.ofLength(1001), completions);
    assertThat(completions.await(1).count(Outcome.FAILED)).isEqualTo(1);
    assertThat(completions.causes().get(0)).hasMessageContainingAll("1001", "max.chunk.bytes");
  }

  @Test
  void close_waits_for_answers_and_ends_a_write_that_waits() throws Exception {
    writer = RawPair.writer(reader.uri() + FAST + "&window.chunks=1");
    Future<?> writing =
        other.submit(
            () -> {
              writer.write(factory.next(), completions);
              writer.write(factory.next(), completions);
              return null;
            });
    try (ScriptedReader.Connection connection = reader.accept()) {
      Chunk chunk = connection.chunk();
      Thread closing = new Thread(() -> writer.close(CLOSE));
      closing.start();
      assertThatThrownBy(() -> writing.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class)
          .hasMessageContaining("is closed");
      connection.answer(ScriptedReader.Connection.acknowledgement(chunk));
      closing.join(20_000);
      assertThat(closing.isAlive()).isFalse();
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
  }
}
