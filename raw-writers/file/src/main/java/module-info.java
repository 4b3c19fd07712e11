/** Raw writer of sealed chunks to files. */
module dev.sluice.rawwriters.file {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;

  exports dev.sluice.rawwriters.file;

  provides dev.sluice.api.spi.RawWriterFactory with
      dev.sluice.rawwriters.file.FileRawWriterFactory;
}
