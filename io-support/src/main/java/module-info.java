/** Code that media, collectors and record streams share. Depends on the API and the JDK alone. */
@SuppressWarnings("module") // those to whom a package is exported are built later
module dev.sluice.support {
  requires transitive dev.sluice.api;

  exports dev.sluice.support;
  exports dev.sluice.support.wire;
  exports dev.sluice.support.platform;
  exports dev.sluice.support.segment to
      dev.sluice.collectors,
      dev.sluice.rawwriters.file,
      dev.sluice.rawreaders.file;

  uses dev.sluice.api.spi.Serializer;
  uses dev.sluice.api.spi.Deserializer;
  uses dev.sluice.api.spi.RawWriterFactory;
  uses dev.sluice.api.spi.RawReaderFactory;
  uses dev.sluice.api.spi.DeadLettersFactory;
}
