package dev.sluice.rawreaders.tcp;

import dev.sluice.support.ReloadedFromFiles;
import dev.sluice.support.wire.TcpAddress;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;

/**
 * TLS 1.3 and 1.2 of the JDK, with the certificate from the address; files are read again when they
 * change.
 */
final class ServerTls {
  private ServerTls() {}

  /**
   * Returns the TLS context, which is reloaded when the files change; null if the address does not
   * require TLS.
   *
   * @throws IOException if a file cannot be read or holds something else; its message is one line
   */
  static ReloadedFromFiles<SslContext> of(TcpAddress address) throws IOException {
    TcpAddress.Tls tls = address.tls();
    if (tls == null) {
      return null;
    }
    return new ReloadedFromFiles<>("TLS of " + address, tls.files(), () -> make(address, tls));
  }

  private static SslContext make(TcpAddress address, TcpAddress.Tls tls) throws IOException {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(
                  TcpAddress.Tls.open(tls.certificate()), TcpAddress.Tls.open(tls.key()))
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2");
      if (tls.trust() != null) {
        builder.trustManager(TcpAddress.Tls.open(tls.trust())).clientAuth(ClientAuth.REQUIRE);
      }
      return builder.build();
    } catch (IllegalArgumentException | IOException e) {
      throw new IOException(
          "cannot use the TLS files of " + address + ": " + TcpAddress.reason(e), e);
    }
  }
}
