package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A broker with TLS, passwords and ACLs; what its clients trust is in its directory. */
record GuardedBroker(KafkaBroker broker) implements AutoCloseable {
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required ";
  private static final String OPENSSL =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=broker -days"
          + " 9 -keyout key.pem -out ca.pem -addext subjectAltName=DNS:localhost";
  private static final String LISTENER = "GUARDED";

  static GuardedBroker start(Path directory) throws Exception {
    Path certificates = Files.createDirectories(directory.resolve("certificates"));
    Process openssl =
        new ProcessBuilder(OPENSSL.split(" "))
            .directory(certificates.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(openssl.getInputStream().readAllBytes());
    assertThat(openssl.waitFor()).as(said).isZero();
    Path keys = certificates.resolve("broker.pem");
    Files.writeString(
        keys,
        Files.readString(certificates.resolve("key.pem"))
            + Files.readString(certificates.resolve("ca.pem")));
    String users =
        List.of("admin", "shop", "console", "analysis").stream()
            .map(user -> "user_%s=\"%s-secret\"".formatted(user, user))
            .collect(Collectors.joining(" "));
    KafkaBroker broker =
        KafkaBroker.start(
            directory.resolve("data"),
            Map.of(LISTENER, "SASL_SSL"),
            all ->
                all.putAll(
                    Map.of(
                        "ssl.keystore.type",
                        "PEM",
                        "ssl.keystore.location",
                        keys.toString(),
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "listener.name.guarded.plain.sasl.jaas.config",
                        LOGIN + users + ";",
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "super.users",
                        "User:admin;User:ANONYMOUS")));
    return new GuardedBroker(broker);
  }

  /** Host and port for who has a password. */
  String address() {
    return broker.bootstrapServers(LISTENER);
  }

  @Override
  public void close() {
    broker.close();
  }
}
