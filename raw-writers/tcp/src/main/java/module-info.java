/** Raw writer that sends sealed chunks to a TCP peer. */
module dev.sluice.rawwriters.tcp {
  requires transitive dev.sluice.api;
  requires transitive dev.sluice.support;

  exports dev.sluice.rawwriters.tcp;

  provides dev.sluice.api.spi.RawWriterFactory with
      dev.sluice.rawwriters.tcp.TcpRawWriterFactory;
}
