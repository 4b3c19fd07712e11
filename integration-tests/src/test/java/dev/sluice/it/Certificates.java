package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
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

  /** Makes {@code name.pem} and {@code name.key} for a host name. */
  void create(String name, String host) throws Exception {
    Path store = directory.resolve(name + ".p12");
    keytool(
        "-genkeypair -alias a -keyalg EC -groupname secp256r1 -validity 2 -dname CN=%s"
            .formatted(name),
        "-ext san=dns:" + host,
        "-storetype PKCS12 -storepass " + PASSWORD,
        "-keystore " + store);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    keys.load(new ByteArrayInputStream(Files.readAllBytes(store)), PASSWORD.toCharArray());
    Key key = keys.getKey("a", PASSWORD.toCharArray());
    pem(certificate(name), "CERTIFICATE", keys.getCertificate("a").getEncoded());
    pem(key(name), "PRIVATE KEY", key.getEncoded());
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
