package dev.sluice.api.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "kafka.ssl.key.password",
        "kafka.ssl.keystore.password",
        "kafka.ssl.truststore.password",
        "kafka.ssl.keystore.key",
        "KAFKA.SSL.KEYSTORE.KEY",
        "kafka.sasl.jaas.config",
        "kafka.sasl.oauthbearer.client.credentials.client.secret",
        "db.passwd",
        "token",
        "auth-token",
        "aws.secret.access.key",
        "secretName",
        "access_key",
        "apiKey",
        "api-key",
        "master.key",
        "private.key",
        "privateKeyFile",
        "credentials",
      })
  void is_hidden(String key) {
    assertThat(Secrets.isSecret(key)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key",
        "record.key",
        "kafka.message.key",
        "partition-key",
        "kafka.key.serializer",
        "tls.key", // the name of a file
        "tls.certificate",
        "kafka.ssl.keystore.location",
        "kafka.ssl.keystore.type",
        "kafka.ssl.keystore.certificate.chain",
        "kafka.bootstrap.servers",
        "monkey",
        "compression",
        "sampling.rate",
      })
  void is_shown(String key) {
    assertThat(Secrets.isSecret(key)).isFalse();
  }
}
