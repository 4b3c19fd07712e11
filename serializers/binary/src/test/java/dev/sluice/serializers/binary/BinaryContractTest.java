package dev.sluice.serializers.binary;

import dev.sluice.testkit.SerializerContract;
import java.util.List;
import java.util.Map;

class BinaryContractTest extends SerializerContract {
  BinaryContractTest() {
    super(BinaryFormat.NAME);
  }

  @Override
  protected List<Map<String, String>> options() {
    return List.of(
        Map.of(),
        Map.of("compression", "lz4"),
        Map.of("compression", "zstd"),
        Map.of("static.strings", "false"));
  }

  @Override
  protected long memoryBound(int bodyBytes) {
    return BinaryChunkDecoder.MEMORY_CONSTANT
        + (long) BinaryChunkDecoder.MEMORY_MULTIPLE * bodyBytes;
  }

  @Override
  protected long allocationPerChunk() {
    return 0;
  }
}
