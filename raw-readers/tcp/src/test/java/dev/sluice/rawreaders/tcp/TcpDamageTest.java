package dev.sluice.rawreaders.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ScriptedWriter;
import dev.sluice.testkit.Warns;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the TCP reader does with bytes that are no chunk. */
@Warns("broke: Connection reset")
class TcpDamageTest extends TcpReaderFixture {
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
}
