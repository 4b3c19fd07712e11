/** The record model, the chunk header and the SPI of Sluice. Depends on the JDK alone. */
module dev.sluice.api {
  exports dev.sluice.api.binding;
  exports dev.sluice.api.chunk;
  exports dev.sluice.api.config;
  exports dev.sluice.api.record;
  exports dev.sluice.api.spi;

  uses dev.sluice.api.spi.Serializer;
  uses dev.sluice.api.spi.Deserializer;
  uses dev.sluice.api.spi.RawWriterFactory;
  uses dev.sluice.api.spi.RawReaderFactory;
}
