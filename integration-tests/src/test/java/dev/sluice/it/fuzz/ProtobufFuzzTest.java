package dev.sluice.it.fuzz;

import static dev.sluice.it.fuzz.Seeds.concat;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.testkit.SerializerPair;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.MethodSource;

/** The Protocol Buffers payload behind a right CRC. */
class ProtobufFuzzTest {
  private final HostileDecoding decoding =
      new HostileDecoding("protobuf", MemoryBoundTest::protobuf);

  static Stream<byte[]> bodies() {
    return Seeds.chunks("protobuf", Map.of()).map(ProtobufFuzzTest::input);
  }

  private static byte[] input(Chunk chunk) {
    byte[] head = {(byte) chunk.header().recordCount()};
    return concat(head, SerializerPair.body(chunk));
  }

  /** Byte 0: records. */
  @MethodSource("bodies")
  @FuzzTest
  void body(byte[] data) {
    accepts(data);
  }

  private boolean accepts(byte[] data) {
    return data.length > 0
        && decoding.accepts(Arrays.copyOfRange(data, 1, data.length), data[0] & 0xff, 0);
  }

  @Test
  void what_fuzzing_starts_from_is_accepted() {
    assertThat(bodies()).allMatch(this::accepts);
  }
}
