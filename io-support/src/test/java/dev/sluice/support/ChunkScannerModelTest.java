package dev.sluice.support;

import static dev.sluice.support.ScannedStream.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scanner finds what a search over the whole array finds, however the bytes come. */
class ChunkScannerModelTest {
  private static final int ROUNDS = 500;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void damaged_streams_are_cut_as_the_model_cuts_them(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = damagedStream(random);
      int bytesPerRead = 1 + random.nextInt(random.nextBoolean() ? 50 : 50_000);

      assertThat(found(bytes, bytesPerRead))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(model(bytes));
    }
  }

  private static List<String> found(byte[] bytes, int bytesPerRead) {
    ScannedStream stream = ScannedStream.of(bytes, bytesPerRead);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < stream.chunks.size(); i++) {
      parts.add(part(stream.positions.get(i), stream.chunks.get(i).length, "chunk"));
    }
    stream.damages.forEach(d -> parts.add(part(d.position().offset(), d.length(), "damage")));
    parts.sort(null);
    return parts;
  }

  private static List<String> model(byte[] bytes) {
    List<String> parts = new ArrayList<>();
    int damagedFrom = 0;
    int at = 0;
    while (at < bytes.length) {
      int length = soundLength(bytes, at);
      if (length < 0) {
        at++;
        continue;
      }
      if (at > damagedFrom) {
        parts.add(part(damagedFrom, at - damagedFrom, "damage"));
      }
      parts.add(part(at, length, isChunk(bytes, at, length) ? "chunk" : "damage"));
      at += length;
      damagedFrom = at;
    }
    if (at > damagedFrom) {
      parts.add(part(damagedFrom, at - damagedFrom, "damage"));
    }
    parts.sort(null);
    return parts;
  }

  private static String part(long from, long length, String what) {
    return "%012d+%d %s".formatted(from, length, what);
  }

  private static int soundLength(byte[] bytes, int at) {
    if (bytes.length - at < ChunkLayout.MIN_CHUNK_BYTES) {
      return -1;
    }
    int length = ChunkLayout.claimedLength(bytes, at, ChunkLayout.MAX_CHUNK_BYTES);
    if (length < 0 || length > bytes.length - at) {
      return -1;
    }
    int crcAt = at + length - ChunkLayout.CRC_BYTES;
    for (int i = at + 1; i <= crcAt; i++) {
      if (view(bytes).getInt(i) == ChunkLayout.MAGIC) {
        return -1;
      }
    }
    return ChunkLayout.crc(bytes, at, crcAt) == view(bytes).getInt(crcAt) ? length : -1;
  }

  private static boolean isChunk(byte[] bytes, int at, int length) {
    try {
      ChunkLayout.parse(bytes, at, length);
      return true;
    } catch (MalformedChunkException e) {
      return false;
    }
  }

  private static byte[] damagedStream(Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int parts = random.nextInt(12); parts > 0; parts--) {
      byte[] body = new byte[random.nextInt(random.nextInt(5) == 0 ? 100_000 : 400)];
      random.nextBytes(body);
      out.writeBytes(damaged(chunk(random.nextInt(100), body), random));
    }
    return out.toByteArray();
  }

  private static byte[] damaged(byte[] chunk, Random random) {
    switch (random.nextInt(7)) {
      case 0 -> {
        return Arrays.copyOf(chunk, random.nextInt(chunk.length));
      }
      case 1 -> flip(chunk, random.nextInt(chunk.length), random);
      case 2 -> flip(chunk, 4 + random.nextInt(5), random);
      case 3 -> {
        flip(chunk, 9 + random.nextInt(20), random);
        ScannedStream.resealed(chunk);
      }
      case 4 -> {
        byte[] header = Arrays.copyOf(chunk, 9 + random.nextInt(17));
        return ScannedStream.claiming(header, random.nextInt(1 << 1 + random.nextInt(20)));
      }
      default -> {
        // stays whole
      }
    }
    return chunk;
  }

  private static void flip(byte[] bytes, int at, Random random) {
    bytes[at] ^= (byte) (1 << random.nextInt(8));
  }

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
