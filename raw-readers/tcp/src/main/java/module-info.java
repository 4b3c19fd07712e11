/** Raw reader that listens for sealed chunks on a TCP port. */
module dev.sluice.rawreaders.tcp {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;
  requires io.netty.buffer;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;

  exports dev.sluice.rawreaders.tcp;

  provides dev.sluice.api.spi.RawReaderFactory with
      dev.sluice.rawreaders.tcp.TcpRawReaderFactory;
}
