package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Certificates that the JDK's keytool makes, each signed by itself, as PEM files in a directory.
 */
final class Certificates {
  private static final String PASSWORD = "not-a-secret";

  private final Path directory;

  Certificates(Path directory) {
    this.directory = directory;
  }

  /** Makes {@code name.pem} and {@code name.key} for a host name, signed by itself. */
  void create(String name, String host) throws Exception {
    keytool(
        "-genkeypair -alias a -keyalg EC -groupname secp256r1 -validity 900 -dname CN=" + name,
        "-ext san=dns:" + host + " -ext bc=ca:true",
        store(name));
    export(name, load(name));
  }

  /**
   * The same, signed by another one.
   *
   * @param dates of keytool: {@code -startdate -9d -validity 5}
   */
  void createSigned(String name, String host, String by, String dates) throws Exception {
    Path request = directory.resolve("leaf.csr");
    if (!Files.exists(request)) {
      create("leaf", "localhost");
      keytool("-certreq -alias a -file " + request, store("leaf"));
    }
    keytool(
        "-gencert -alias a -rfc -infile " + request + " -outfile " + certificate(name),
        "-dname CN=" + name + " -ext san=dns:" + host + " " + dates,
        store(by));
    KeyStore keys = load("leaf");
    Certificate signed;
    try (InputStream in = Files.newInputStream(certificate(name))) {
      signed = CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
    keys.setKeyEntry(
        "a",
        keys.getKey("a", PASSWORD.toCharArray()),
        PASSWORD.toCharArray(),
        new Certificate[] {signed, load(by).getCertificate("a")});
    try (OutputStream out = Files.newOutputStream(keystore(name))) {
      keys.store(out, PASSWORD.toCharArray());
    }
    export(name, keys);
  }

  private String store(String name) {
    return "-storetype PKCS12 -storepass " + PASSWORD + " -keystore " + keystore(name);
  }

  private KeyStore load(String name) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(new ByteArrayInputStream(Files.readAllBytes(keystore(name))), PASSWORD.toCharArray());
    return keys;
  }

  private void export(String name, KeyStore keys) throws Exception {
    Key key = keys.getKey("a", PASSWORD.toCharArray());
    pem(certificate(name), "CERTIFICATE", keys.getCertificate("a").getEncoded());
    pem(key(name), "PRIVATE KEY", key.getEncoded());
  }

  /** With the password {@code not-a-secret}. */
  Path keystore(String name) {
    return directory.resolve(name + ".p12");
  }

  Path certificate(String name) {
    return directory.resolve(name + ".pem");
  }

  Path key(String name) {
    return directory.resolve(name + ".key");
  }

  /** Options that show a certificate. */
  String shown(String name) {
    return "&tls.certificate=" + certificate(name) + "&tls.key=" + key(name);
  }

  /** An option that trusts one. */
  String trusted(String name) {
    return "&tls.trust=" + certificate(name);
  }

  private static void keytool(String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")); // half the time
    for (String word : words) {
      command.addAll(List.of(word.split(" ")));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static void pem(Path file, String what, byte[] der) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    Files.writeString(
        file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }
}
