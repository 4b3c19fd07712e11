/** What media, collectors and record streams share. Depends on the API and the JDK alone. */
module dev.sluice.support {
  requires transitive dev.sluice.api;

  exports dev.sluice.support;
  exports dev.sluice.support.binding;

  uses dev.sluice.api.spi.Serializer;
  uses dev.sluice.api.spi.Deserializer;
  uses dev.sluice.api.spi.RawWriterFactory;
  uses dev.sluice.api.spi.RawReaderFactory;
  uses dev.sluice.api.spi.DeadLettersFactory;
}
