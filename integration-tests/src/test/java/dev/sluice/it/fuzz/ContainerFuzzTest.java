package dev.sluice.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.spec.ChunkFrame;
import dev.sluice.testkit.SerializerPair;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** The container around a body: the search for chunks in any bytes, and the header. */
class ContainerFuzzTest {
  private static final int MAX_CHUNK_BYTES = 4096;
  private static final SerializerPair ANY = SerializerPair.named("binary");

  private final HostileStream stream = new HostileStream(MAX_CHUNK_BYTES);

  private static Stream<byte[]> chunks() {
    return Seeds.chunks("binary", Map.of()).map(Chunk::toByteArray);
  }

  static Stream<byte[]> streams() {
    byte[] junk = {0x53, (byte) 0xF9, (byte) 0xF9};
    return chunks().map(chunk -> Seeds.concat(new byte[] {-100}, chunk, junk, chunk));
  }

  static Stream<byte[]> headers() {
    return chunks().map(chunk -> Arrays.copyOf(chunk, Math.min(chunk.length, 100)));
  }

  /** Byte 0: how many bytes are read at a time, and whether lengths get a CRC that fits them. */
  @MethodSource("streams")
  @FuzzTest
  void scanner(byte[] data) {
    if (data.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(data, 1, data.length);
    if (data[0] < 0) {
      stream.correct(bytes);
    }
    long whole = stream.scan(bytes, Integer.MAX_VALUE, scanner -> {});
    long pieces = stream.scan(bytes, 1 + (data[0] & 0x7f), scanner -> {});
    HostileDecoding.require(pieces == whole, "differs when read in pieces", null);
  }

  /** A header whose lengths add up and whose CRC is right is refused, or means what it says. */
  @MethodSource("headers")
  @FuzzTest
  void header(byte[] data) {
    if (data.length < ChunkLayout.MIN_CHUNK_BYTES) {
      return;
    }
    ChunkFrame.correct(data);
    try {
      ChunkHeader header = ChunkLayout.parse(data, 0, data.length).header();
      Chunk again = ANY.chunk(new byte[header.bodyLength()], header);
      assertThat(again.header().accounting()).isEqualTo(header.accounting());
      Chunk parsed = ChunkLayout.parse(again.array(), again.offset(), again.length());
      assertThat(parsed.header()).isEqualTo(again.header());
    } catch (MalformedChunkException e) {
      assertThat(e.position()).isBetween(0L, (long) data.length);
    }
  }
}
