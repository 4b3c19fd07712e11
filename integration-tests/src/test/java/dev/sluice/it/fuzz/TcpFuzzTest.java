package dev.sluice.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.support.ChunkScanner;
import dev.sluice.support.wire.TcpBinding;
import dev.sluice.support.wire.TcpBinding.Answer;
import dev.sluice.support.wire.TcpBinding.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/** What travels over a TCP connection: chunks one way, answers the other. */
class TcpFuzzTest {
  private static final int CRC_AT = TcpBinding.ANSWER_BYTES - ChunkLayout.CRC_BYTES;

  private final HostileStream stream = new HostileStream(4096);

  static Stream<byte[]> streams() {
    return ContainerFuzzTest.streams();
  }

  /**
   * As a reader takes the bytes of a connection: it hands over noise before it ends. Byte 0 as for
   * the scanner.
   */
  @MethodSource("streams")
  @FuzzTest
  void frames(byte[] data) {
    if (data.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(data, 1, data.length);
    if (data[0] < 0) {
      stream.correct(bytes);
    }
    stream.scan(bytes, 1 + (data[0] & 0x7f), this::between);
  }

  private void between(ChunkScanner scanner) {
    int awaited = scanner.awaitedBytes();
    HostileDecoding.require(awaited >= 0 && awaited <= 4096, "waits for more than may be", null);
    if (awaited == 0) {
      scanner.flush(stream);
    }
    scanner.trim();
  }

  static Stream<byte[]> answers() {
    return Stream.of(
            Answer.acknowledged(0x0102030405060708L, 5),
            Answer.acknowledged(-1, Long.MAX_VALUE),
            Answer.of(Kind.ALIVE),
            Answer.of(Kind.DAMAGED),
            Answer.of(Kind.BUSY),
            Answer.of(Kind.TOKEN),
            Answer.of(Kind.NO_TOKEN))
        .map(Answer::toByteArray);
  }

  /** An answer with a right CRC is refused, or has these bytes and no others. */
  @MethodSource("answers")
  @FuzzTest
  void answer(byte[] data) {
    if (data.length >= TcpBinding.ANSWER_BYTES) {
      accepts(Arrays.copyOf(data, TcpBinding.ANSWER_BYTES));
    }
  }

  private static boolean accepts(byte[] answer) {
    int crc = ChunkLayout.crc(answer, 0, CRC_AT);
    ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).putInt(CRC_AT, crc);
    try {
      byte[] again = Answer.parse(answer, 0).toByteArray();
      HostileDecoding.require(Arrays.equals(again, answer), "an answer has two forms", null);
      return true;
    } catch (MalformedChunkException e) {
      HostileDecoding.require(e.position() < answer.length, "position", e);
      return false;
    }
  }

  @Test
  void what_fuzzing_starts_from_is_accepted() {
    assertThat(answers()).allMatch(TcpFuzzTest::accepts);
  }
}
