package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user with the ACL Read, and no right to read the settings of the topic. */
@Tag("one-jdk")
class ReadOnlyUserTest {
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required ";
  private static final byte[] CHUNK = new ChunkFactory(1, null).end().toByteArray();

  @TempDir static Path directory;
  private static KafkaBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker =
        KafkaBroker.start(
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
                LOGIN + "username=\"admin\" password=\"a\" user_admin=\"a\" user_shop=\"s\";"));
    try (Admin admin = Admin.create(settings("admin", "a"))) {
      List<NewTopic> topics =
          List.of(new NewTopic("plain", 1, (short) 1), new NewTopic("transactions", 1, (short) 1));
      admin.createTopics(topics).all().get();
      for (ResourceType type : List.of(ResourceType.TOPIC, ResourceType.GROUP)) {
        ResourcePattern all = new ResourcePattern(type, "*", PatternType.LITERAL);
        AccessControlEntry entry =
            new AccessControlEntry("User:shop", "*", AclOperation.READ, AclPermissionType.ALLOW);
        admin.createAcls(List.of(new AclBinding(all, entry))).all().get();
      }
    }
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static Map<String, Object> settings(String user, String password) {
    return new HashMap<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            LOGIN + "username=\"" + user + "\" password=\"" + password + "\";"));
  }

  private static void send(String topic, boolean transactions) throws Exception {
    Map<String, Object> settings = settings("admin", "a");
    settings.put("max.block.ms", 20_000);
    if (transactions) {
      settings.put("transactional.id", topic);
    }
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      if (transactions) {
        producer.initTransactions();
      }
      for (int i = 0; i < 3; i++) {
        if (transactions) {
          producer.beginTransaction();
        }
        producer.send(new ProducerRecord<>(topic, 0, null, CHUNK)).get();
        if (transactions) {
          producer.commitTransaction();
        }
      }
    }
  }

  private static Damages read(String topic, Map<String, String> more) throws Exception {
    Map<String, String> options = new HashMap<>(more);
    settings("shop", "s").forEach((name, value) -> options.put("kafka." + name, value.toString()));
    options.remove("kafka.bootstrap.servers");
    options.put("until", "end");
    Damages damages = new Damages();
    String uri = "kafka://" + broker.bootstrapServers() + "/" + topic;
    try (RawReader reader =
        new KafkaRawReaderFactory().newReader(Endpoint.parse(uri, options), SystemPlatform.get())) {
      while (!reader.exhausted()) {
        reader.poll(damages, Duration.ofMillis(100));
      }
    }
    return damages;
  }

  @Test
  void plain_topic_has_no_damage() throws Exception {
    send("plain", false);
    for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("group", "g"))) {
      Damages damages = read("plain", options);
      assertThat(damages.chunks).isEqualTo(3);
      assertThat(damages.reasons).isEmpty();
    }
  }

  /** A false alarm is better than a false complete. */
  @Test
  @Warns("cleanup.policy cannot be read")
  void gap_of_a_transaction_is_reported_with_the_right_that_shows_what_it_is() throws Exception {
    send("transactions", true);
    Damages damages = read("transactions", Map.of());
    assertThat(damages.chunks).isEqualTo(3);
    assertThat(damages.reasons)
        .hasSize(3)
        .allMatch(
            reason -> reason.endsWith("give the user the ACL 'DescribeConfigs' on the topic"));
  }
}
