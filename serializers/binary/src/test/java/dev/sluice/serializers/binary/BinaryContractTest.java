package dev.sluice.serializers.binary;

import dev.sluice.testkit.SerializerContract;
import java.util.List;
import java.util.Map;

class BinaryContractTest extends SerializerContract {
  /** Bytes of a page of 255 columns. */
  private static final long PAGE = 8L * BinaryFormat.PAGE_ROWS * 255;

  BinaryContractTest() {
    super(BinaryFormat.NAME);
  }

  @Override
  protected List<Map<String, String>> options() {
    return List.of(
        Map.of(),
        Map.of("compression", "lz4"),
        Map.of("compression", "zstd"),
        Map.of("staticStrings", "false"));
  }

  @Override
  protected long memoryBound(int bodyBytes) {
    return PAGE + 800L * (bodyBytes + 64);
  }

  @Override
  protected long allocationPerChunk() {
    return 0;
  }
}
