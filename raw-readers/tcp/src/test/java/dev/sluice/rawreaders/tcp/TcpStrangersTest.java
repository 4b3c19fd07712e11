package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.LogLines;
import dev.sluice.testkit.ScriptedWriter;
import dev.sluice.testkit.Warns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the TCP reader does with who is no writer, or none yet. */
@Warns({
  "closes the connection of",
  "closes one that delivers no chunk",
  "refuses a connection, it has"
})
@Tag("one-jdk")
class TcpStrangersTest extends TcpReaderFixture {
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
  void logger_that_throws_ends_no_keep_alive() throws Exception {
    int port = listen("?stall.timeout=500ms&keep.alive=10ms");
    Predicate<String> bad =
        line -> {
          throw new IllegalStateException("a bad logger");
        };
    try (LogLines throwing = new LogLines(bad);
        ScriptedWriter quiet = new ScriptedWriter(port);
        ScriptedWriter idle = new ScriptedWriter(port)) {
      quiet.send(factory.next());
      pollUntil(1, 0);
      idle.awaitEnd();
      for (int i = 0; i < 10; i++) {
        assertThat(quiet.anyAnswer()).isNotNull();
      }
      assertThat(throwing.all()).isEmpty();
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
}
