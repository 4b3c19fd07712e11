package dev.sluice.it;

import dev.sluice.testkit.broker.KafkaBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A broker with two users: {@code admin} may do all, {@code shop} nothing without an ACL. */
final class Logins {
  /** What a user's name and password stand behind. */
  static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required ";

  private Logins() {}

  /** Starts it; passwords are {@code a} and {@code right}. */
  static KafkaBroker start(Path directory) throws IOException {
    return KafkaBroker.start(
        directory,
        0,
        Map.of(
            "listener.security.protocol.map",
            "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
            "sasl.enabled.mechanisms",
            "PLAIN",
            "sasl.mechanism.inter.broker.protocol",
            "PLAIN",
            "authorizer.class.name",
            "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users",
            "User:admin;User:ANONYMOUS",
            "listener.name.plaintext.plain.sasl.jaas.config",
            LOGIN + "username=\"admin\" password=\"a\" user_admin=\"a\" user_shop=\"right\";"));
  }
}
