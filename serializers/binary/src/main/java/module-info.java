/** Encoder and decoder of the binary container. */
module dev.sluice.serializers.binary {
  requires transitive dev.sluice.api;
  requires dev.sluice.serializers.support;
  requires static com.github.luben.zstd_jni;

  exports dev.sluice.serializers.binary;

  provides dev.sluice.api.spi.Serializer with
      dev.sluice.serializers.binary.BinarySerializer;
  provides dev.sluice.api.spi.Deserializer with
      dev.sluice.serializers.binary.BinaryDeserializer;
}
