/** Raw reader of chunks in files. */
module dev.sluice.rawreaders.file {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;

  exports dev.sluice.rawreaders.file;

  provides dev.sluice.api.spi.RawReaderFactory with
      dev.sluice.rawreaders.file.FileRawReaderFactory;
}
