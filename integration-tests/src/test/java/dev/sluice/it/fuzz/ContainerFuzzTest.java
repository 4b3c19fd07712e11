package dev.sluice.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.testkit.SerializerPair;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
    byte[] junk = {0x53, 0x4C, 0x55};
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
    ByteBuffer bytes = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    int crcAt = data.length - ChunkLayout.CRC_BYTES;
    bytes.putInt(0, ChunkLayout.MAGIC).put(4, (byte) ChunkLayout.VERSION);
    int accountingAt = ChunkLayout.FIXED_BYTES + ((data[6] & 3) != 0 ? 4 : 0);
    bytes.putInt(8, crcAt - accountingAt - 1 - (data[accountingAt] & 0xff));
    bytes.putInt(crcAt, ChunkLayout.crc(data, 0, crcAt));
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
