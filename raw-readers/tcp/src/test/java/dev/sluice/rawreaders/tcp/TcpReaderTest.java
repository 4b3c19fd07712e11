package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.ScriptedWriter;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What the TCP reader does with writers that behave, and with its options. */
@Warns("whoever reaches it can deliver records")
class TcpReaderTest extends TcpReaderFixture {
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
}
