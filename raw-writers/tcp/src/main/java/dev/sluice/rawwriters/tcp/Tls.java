package dev.sluice.rawwriters.tcp;

import dev.sluice.support.ReloadedFromFiles;
import dev.sluice.support.wire.TcpAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * TLS 1.3 and 1.2 of the JDK, with the certificates and the key that the address names; the files
 * are read again when they change.
 */
final class Tls {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final char[] PASSWORD = "in memory".toCharArray();

  private Tls() {}

  /**
   * Returns the TLS context, which is reloaded when the files change; null if the address does not
   * require TLS.
   *
   * @throws IOException if a file cannot be read or holds something else; its message is one line
   */
  static ReloadedFromFiles<SSLContext> of(TcpAddress address) throws IOException {
    TcpAddress.Tls tls = address.tls();
    return tls == null
        ? null
        : new ReloadedFromFiles<>("TLS of " + address, tls.files(), () -> make(address, tls));
  }

  private static SSLContext make(TcpAddress address, TcpAddress.Tls tls) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(tls), trustManagers(tls.trust()), null);
      return context;
    } catch (GeneralSecurityException | IllegalArgumentException | IOException e) {
      throw new IOException(
          "cannot use the TLS files for " + address + ": " + TcpAddress.reason(e), e);
    }
  }

  /** Wraps a connection in TLS; nothing is sent yet. */
  static SSLSocket wrap(SSLContext context, Socket socket, TcpAddress address) throws IOException {
    SSLSocket encrypted =
        (SSLSocket)
            context.getSocketFactory().createSocket(socket, address.host(), address.port(), true);
    SSLParameters parameters = encrypted.getSSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    if (address.tls().verifyHostname()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    encrypted.setSSLParameters(parameters);
    return encrypted;
  }

  private static TrustManager[] trustManagers(Path trust)
      throws GeneralSecurityException, IOException {
    if (trust == null) {
      return null;
    }
    KeyStore store = emptyStore();
    for (Certificate certificate : certificates(trust)) {
      store.setCertificateEntry("trusted " + store.size(), certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keyManagers(TcpAddress.Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.certificate() == null || tls.key() == null) {
      return null;
    }
    KeyStore store = emptyStore();
    Certificate[] chain = certificates(tls.certificate()).toArray(Certificate[]::new);
    store.setKeyEntry("writer", privateKey(tls.key()), PASSWORD, chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = TcpAddress.Tls.open(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new IOException(file + " holds no certificate in PEM form");
      }
      return found;
    }
  }

  private static PrivateKey privateKey(Path file) throws GeneralSecurityException, IOException {
    byte[] bytes = TcpAddress.Tls.open(file).readAllBytes();
    Matcher text = KEY.matcher(new String(bytes, StandardCharsets.UTF_8));
    if (text.find()) {
      PKCS8EncodedKeySpec key =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text.group(1)));
      for (String algorithm : new String[] {"RSA", "EC", "EdDSA", "RSASSA-PSS", "DSA"}) {
        try {
          return KeyFactory.getInstance(algorithm).generatePrivate(key);
        } catch (InvalidKeySpecException e) {
          // It may be a key of another algorithm.
        }
      }
    }
    throw new IOException(file + " holds no private key in PEM form, PKCS #8, not encrypted");
  }
}
