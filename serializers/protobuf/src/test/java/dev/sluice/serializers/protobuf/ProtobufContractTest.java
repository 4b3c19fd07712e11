package dev.sluice.serializers.protobuf;

import dev.sluice.testkit.SerializerContract;

class ProtobufContractTest extends SerializerContract {
  ProtobufContractTest() {
    super(ProtobufFormat.NAME);
  }

  @Override
  protected long memoryBound(int bodyBytes) {
    return ProtobufChunkDecoder.MEMORY_CONSTANT
        + (long) ProtobufChunkDecoder.MEMORY_MULTIPLE * bodyBytes;
  }

  @Override
  protected long allocationPerChunk() {
    return 0;
  }
}
