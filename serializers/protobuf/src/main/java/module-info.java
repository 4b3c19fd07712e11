/** Encoder and decoder of the container's columns as Protocol Buffers. */
module dev.sluice.serializers.protobuf {
  requires transitive dev.sluice.api;
  requires dev.sluice.serializers.support;

  exports dev.sluice.serializers.protobuf;

  provides dev.sluice.api.spi.Serializer with
      dev.sluice.serializers.protobuf.ProtobufSerializer;
  provides dev.sluice.api.spi.Deserializer with
      dev.sluice.serializers.protobuf.ProtobufDeserializer;
}
