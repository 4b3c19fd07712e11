package dev.sluice.rawwriters.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.Warns;
import java.io.DataInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of chunks when a connection, or the attempt to make one, ends with an error. */
@Warns("java.lang.OutOfMemoryError: of the test")
class SenderTest {
  private final ChunkFactory factory = new ChunkFactory(9, "link");
  private final CompletionLog completions = new CompletionLog();
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final AtomicInteger errors = new AtomicInteger();
  private final AtomicInteger socketsMissing = new AtomicInteger();
  private final CompletableFuture<Thread> held = new CompletableFuture<>();
  private final AtomicReference<CountDownLatch> hold = new AtomicReference<>();
  private volatile CountDownLatch farewell = new CountDownLatch(0);
  private ServerSocket reader;
  private Sender sender;

  @BeforeEach
  void listen() throws IOException {
    reader = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    reader.setSoTimeout(20_000);
  }

  @AfterEach
  void stop() throws IOException {
    other.shutdownNow();
    sender.close(Duration.ZERO);
    reader.close();
  }

  private void open(String options) {
    String uri = "tcp://127.0.0.1:" + reader.getLocalPort() + "?backoff.min=1ms" + options;
    sender =
        new Sender(TcpWriterSettings.of(Endpoint.parse(uri)), SystemPlatform.get(), this::socket);
  }

  /**
   * Makes sockets on which connecting, reading or writing fails as many times as the test wants.
   */
  private Socket socket() {
    if (socketsMissing.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IllegalStateException("too many open files");
    }
    return new Socket() {
      @Override
      public void connect(SocketAddress address, int timeout) throws IOException {
        failIfTold();
        super.connect(address, timeout);
      }

      @Override
      public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            holdIfTold();
            failIfTold();
            return count;
          }
        };
      }

      @Override
      public OutputStream getOutputStream() throws IOException {
        failIfTold();
        return super.getOutputStream();
      }

      @Override
      public void shutdownOutput() throws IOException {
        try {
          farewell.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
        super.shutdownOutput();
      }
    };
  }

  /** Stands for a thread that loses its processor between an answer and what it does with it. */
  private void holdIfTold() throws IOException {
    CountDownLatch until = hold.getAndSet(null);
    if (until != null) {
      held.complete(Thread.currentThread());
      try {
        until.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private void failIfTold() {
    if (errors.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new OutOfMemoryError("of the test");
    }
  }

  private Future<?> send(int count) {
    return other.submit(
        () -> {
          for (int i = 0; i < count; i++) {
            Chunk chunk = factory.next();
            while (!taken(chunk)) {
              Thread.onSpinWait();
            }
          }
          return null;
        });
  }

  private boolean taken(Chunk chunk) throws InterruptedException {
    try {
      sender.send(new PendingChunk(chunk, completions));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void what_waits_when_an_error_ends_a_connection_is_sent_on_another() throws Exception {
    open("");
    send(1).get(20, TimeUnit.SECONDS);
    try (Peer first = new Peer(reader.accept())) {
      assertThat(first.acknowledge()).isZero();
      completions.await(1);
      errors.set(1);
      send(2).get(20, TimeUnit.SECONDS);
      try (Peer second = new Peer(reader.accept())) {
        assertThat(second.acknowledge()).isEqualTo(1);
        assertThat(second.acknowledge()).isEqualTo(2);
        assertThat(completions.await(3).count(Outcome.ACKNOWLEDGED)).isEqualTo(3);
        assertThat(first.ends()).as("the old socket is closed").isTrue();
      }
    }
  }

  @Test
  void a_late_answer_of_the_connection_before_completes_nothing() throws Exception {
    open("");
    CountDownLatch until = new CountDownLatch(1);
    hold.set(until);
    send(1).get(20, TimeUnit.SECONDS);
    try (Peer first = new Peer(reader.accept())) {
      assertThat(first.acknowledge()).isZero();
      Thread answering = held.get(20, TimeUnit.SECONDS);
      errors.set(1); // ends the connection with the write of the second chunk
      send(1).get(20, TimeUnit.SECONDS);
      try (Peer second = new Peer(reader.accept())) {
        assertThat(second.read()).isZero(); // its bytes are on their way again
        until.countDown();
        answering.join(20_000);
        assertThat(completions.count()).isZero();
        second.answer(Answer.acknowledged(9, 0));
        assertThat(second.acknowledge()).isEqualTo(1);
        assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
      }
    }
  }

  @Test
  void caller_that_waits_for_the_window_is_not_left_alone() throws Exception {
    open("&window.chunks=1");
    Future<?> sending = send(2);
    try (Peer first = new Peer(reader.accept())) {
      assertThat(first.read()).isZero();
      errors.set(1);
      sender.open(); // has a connection, so it does nothing; the next answer ends it
      first.answer(Answer.of(Kind.ALIVE));
      try (Peer second = new Peer(reader.accept())) {
        assertThat(second.acknowledge()).isZero();
        assertThat(second.acknowledge()).isEqualTo(1);
        sending.get(20, TimeUnit.SECONDS);
        assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
      }
    }
  }

  @Test
  void errors_again_and_again_cost_pauses_and_no_chunk() throws Exception {
    open("&backoff.max=5ms");
    errors.set(20);
    Future<?> sending = send(1);
    try (Peer peer = new Peer(reader.accept())) {
      sending.get(20, TimeUnit.SECONDS);
      assertThat(peer.acknowledge()).isZero();
      assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
    }
    assertThat(errors).hasValue(0);
  }

  @Test
  void socket_that_cannot_be_made_is_a_refusal_and_is_tried_again() throws Exception {
    open("");
    socketsMissing.set(1);
    assertThatThrownBy(() -> sender.send(new PendingChunk(factory.next(), completions)))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("does not take chunks now", "too many open files");
    Future<?> sending = send(1);
    try (Peer peer = new Peer(reader.accept())) {
      assertThat(peer.acknowledge()).isEqualTo(1);
      sending.get(20, TimeUnit.SECONDS);
      completions.await(1);
    }
  }

  @Test
  void close_completes_what_waits_when_errors_have_ended_every_connection() throws Exception {
    open("");
    send(1).get(20, TimeUnit.SECONDS);
    try (Peer first = new Peer(reader.accept())) {
      assertThat(first.read()).isZero();
      reader.close();
      errors.set(1_000);
      first.answer(Answer.of(Kind.ALIVE));
      assertThat(first.ends()).isTrue();
    }
    sender.close(Duration.ofMillis(100));
    assertThat(completions.await(1).count(Outcome.UNCONFIRMED)).isEqualTo(1);
  }

  @Test
  void close_returns_when_the_farewell_is_held_up() throws Exception {
    open("");
    send(1).get(20, TimeUnit.SECONDS);
    try (Peer peer = new Peer(reader.accept())) {
      assertThat(peer.acknowledge()).isZero();
      completions.await(1);
      farewell = new CountDownLatch(1);
      try {
        Future<?> closing = other.submit(() -> sender.close(Duration.ZERO));
        closing.get(20, TimeUnit.SECONDS);
        assertThat(peer.ends()).isTrue();
      } finally {
        farewell.countDown();
      }
    }
  }

  /** The reader's end of a connection. */
  private static final class Peer implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private Accounting last;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(20_000);
      in = new DataInputStream(socket.getInputStream());
    }

    long read() throws Exception {
      byte[] bytes = in.readNBytes(ChunkLayout.PEEK_BYTES);
      int had = bytes.length;
      int length = ChunkLayout.claimedLength(bytes, 0, ChunkLayout.MAX_CHUNK_BYTES);
      bytes = Arrays.copyOf(bytes, length);
      in.readFully(bytes, had, length - had);
      last = ChunkLayout.parse(bytes, 0, length).accounting();
      return last.sequence();
    }

    long acknowledge() throws Exception {
      long sequence = read();
      answer(Answer.acknowledged(last.producerId(), sequence));
      return sequence;
    }

    void answer(Answer answer) throws IOException {
      socket.getOutputStream().write(answer.toByteArray());
    }

    /** Waits for the end, and throws away what comes before. */
    boolean ends() {
      try {
        in.readAllBytes();
      } catch (SocketTimeoutException e) {
        return false;
      } catch (IOException e) {
        // A reset is an end, too.
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
