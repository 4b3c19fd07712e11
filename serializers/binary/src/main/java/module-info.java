/** The binary container: encoder and decoder. */
module dev.sluice.serializers.binary {
  requires transitive dev.sluice.api;
  requires org.lz4.java;

  exports dev.sluice.serializers.binary;

  provides dev.sluice.api.spi.Serializer with
      dev.sluice.serializers.binary.BinarySerializer;
  provides dev.sluice.api.spi.Deserializer with
      dev.sluice.serializers.binary.BinaryDeserializer;
}
