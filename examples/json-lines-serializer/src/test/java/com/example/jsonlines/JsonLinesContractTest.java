package com.example.jsonlines;

import dev.sluice.testkit.SerializerContract;

class JsonLinesContractTest extends SerializerContract {
  JsonLinesContractTest() {
    super("json-lines");
  }

  @Override
  protected long memoryBound(int bodyBytes) {
    // Jackson's buffers, and a few objects for each value of two bytes.
    return 100_000 + 100L * bodyBytes;
  }

  @Override
  protected long allocationPerChunk() {
    return 10_000_000;
  }
}
