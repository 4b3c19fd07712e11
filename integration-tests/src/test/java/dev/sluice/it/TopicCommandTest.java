package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code topic} and brokers. */
@Tag("one-jdk")
@ExtendWith(SharedBroker.class)
class TopicCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int topic(String... args) {
    out.reset();
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    String[] all = Stream.concat(Stream.of("topic"), Arrays.stream(args)).toArray(String[]::new);
    return Main.run(new Terminal(out, errors, false), all);
  }

  private List<String> output() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String error() {
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("sluice: ").hasLineCount(1);
    return err.toString(StandardCharsets.UTF_8).strip();
  }

  /** Waits for the broker, which applies a change after the controller has answered. */
  private void awaitRight(String... args) {
    Awaitility.await().untilAsserted(() -> assertThat(topic(args)).isZero());
  }

  /** Names of what is wrong. */
  private List<String> wrong() {
    return output().stream()
        .filter(line -> line.contains(" wrong: "))
        .map(line -> line.strip().split(" ")[0])
        .toList();
  }

  private static String missing(KafkaBroker broker) {
    return Topics.uri(broker, "topic-" + UUID.randomUUID());
  }

  @Test
  void topic_that_is_missing_is_made_when_that_is_asked_for(KafkaBroker broker) {
    String uri = missing(broker);
    assertThat(topic(uri)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(error()).isEqualTo("sluice: there is no topic at " + uri + "; --create creates it");
    assertThat(topic(uri, "--alter")).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(topic(uri, "--create", "--dry-run", "--partitions", "2")).isZero();
    assertThat(output().get(1)).isEqualTo("  would be created: cleanup.policy=delete");
    assertThat(topic(uri)).as("nothing was done").isEqualTo(ExitCode.INCOMPLETE);

    assertThat(topic(uri, "--create", "--partitions", "2", "--retention", "12h")).isZero();
    assertThat(output()).contains("  created: retention.ms=43200000");
    assertThat(topic(uri, "--create", "--partitions", "2", "--retention", "12h")).isZero();
    assertThat(output())
        .noneMatch(line -> line.contains("created"))
        .anyMatch(line -> line.matches("  partitions +2 +ok"))
        .anyMatch(line -> line.matches("  retention.ms +43200000 +ok"));
  }

  @Test
  void topic_that_differs_is_left_as_it_is_unless_it_is_to_be_altered(KafkaBroker broker) {
    String uri = missing(broker);
    String[] wanted = {uri, "--create", "--partitions", "3", "--retention", "1h"};
    assertThat(topic(uri, "--create")).isZero();
    for (String timeout : List.of("kafka.request", "kafka.default.api")) {
      assertThat(topic(uri + "?" + timeout + ".timeout.ms=30000")).as(timeout).isZero();
      assertThat(topic(uri + "?" + timeout + ".timeout.ms=3000")).as(timeout).isZero();
    }

    assertThat(topic(wanted)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(wrong()).containsExactly("partitions", "retention.ms");
    assertThat(topic(with(wanted, "--alter", "--dry-run"))).isZero();
    assertThat(output())
        .contains("  would be changed: retention.ms=3600000", "  would be changed: partitions=3");
    assertThat(topic(wanted)).as("nothing was done").isEqualTo(ExitCode.INCOMPLETE);

    assertThat(topic(with(wanted, "--alter"))).isZero();
    assertThat(output()).contains("  changed: retention.ms=3600000", "  changed: partitions=3");
    awaitRight(wanted);
    assertThat(wrong()).isEmpty();
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Arrays.stream(args), Arrays.stream(more)).toArray(String[]::new);
  }

  @Test
  void each_wrong_setting_is_told_with_its_cure_and_mended(KafkaBroker broker) {
    Map<String, String> settings =
        Map.of(
            "cleanup.policy", "compact",
            "compression.type", "gzip",
            "max.message.bytes", "100000",
            "message.timestamp.type", "LogAppendTime");
    String name = Topics.create(broker, 1, settings);
    String uri = Topics.uri(broker, name);

    assertThat(topic(uri)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(wrong()).containsExactlyInAnyOrderElementsOf(settings.keySet());
    assertThat(output())
        .contains(
            "    kafka-configs.sh --bootstrap-server %s --alter --entity-type topics --entity-name %s"
                    .formatted(broker.bootstrapServers(), name)
                + " --add-config cleanup.policy=delete");
    assertThat(topic(uri, "--alter")).isZero();
    awaitRight(uri);
    assertThat(topic(uri + "?chunk.bytes=4MiB&policy=block")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(wrong()).containsExactly("max.message.bytes");
  }

  @Test
  void more_replicas_than_there_are_brokers_are_refused(KafkaBroker broker) {
    String uri = missing(broker);
    assertThat(topic(uri, "--create", "--replicas", "3")).isEqualTo(ExitCode.USAGE);
    assertThat(error()).contains("eplication");
    assertThat(topic(uri, "--create")).isZero();
    assertThat(topic(uri, "--alter", "--replicas", "3")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(wrong()).containsExactly("replicas");
  }

  @Test
  void programs_get_one_json_object(KafkaBroker broker) throws Exception {
    String uri = missing(broker);
    assertThat(topic(uri, "--json")).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output())
        .containsExactly(
            "{\"topic\":\"%s\",\"exists\":false,\"dryRun\":false,\"changes\":{},\"facts\":[]}"
                .formatted(uri));
    assertThat(topic(uri, "--create", "--json")).isZero();
    assertThat(output().get(0)).contains("\"changes\":{\"cleanup.policy\":\"delete\",");
    assertThat(topic(uri, "--json")).isZero();
    assertThat(output())
        .singleElement()
        .asString()
        .contains("\"exists\":true", "\"changes\":{}")
        .contains("{\"name\":\"cleanup.policy\",\"value\":\"delete\",\"ok\":true,\"fault\":null,");
    try (JsonParser json = new JsonFactory().createParser(out.toByteArray())) {
      json.nextToken();
      json.skipChildren();
      assertThat(json.nextToken()).isNull();
    }
  }

  @Test
  void user_without_rights_is_told_which_one_is_missing() throws Exception {
    try (KafkaBroker broker = Logins.start(directory.resolve("data"))) {
      String uri = Topics.uri(broker, "t");
      Path admin = login("admin", "a");
      Path shop = login("shop", "right");

      assertThat(topic(uri, "--config", login("shop", "wrong").toString()))
          .isEqualTo(ExitCode.USAGE);
      assertThat(error()).contains("the login failed: ").doesNotContain("wrong\"");
      assertThat(topic(uri, "--config", shop.toString())).isEqualTo(ExitCode.USAGE);
      assertThat(error()).contains("topic t at ", "give the user the ACL 'Describe'");
      allow(broker, AclOperation.DESCRIBE);
      assertThat(topic(uri, "--create", "--dry-run", "--config", shop.toString()))
          .isEqualTo(ExitCode.USAGE);
      assertThat(error()).contains("topic t at ", "give the user the ACL 'Create'");

      assertThat(topic(uri, "--create", "--config", admin.toString())).isZero();
      assertThat(topic(uri, "--config", shop.toString())).isEqualTo(ExitCode.INCOMPLETE);
      assertThat(wrong()).containsExactly("settings");
      allow(broker, AclOperation.DESCRIBE_CONFIGS);
      assertThat(topic(uri, "--config", shop.toString())).isZero();
      String[] more = {uri, "--alter", "--partitions", "2", "--config", shop.toString()};
      assertThat(topic(more)).isEqualTo(ExitCode.USAGE);
      assertThat(error()).contains("topic t at ", "give the user the ACL 'Alter'");
      String[] longer = {uri, "--alter", "--retention", "1h", "--config", shop.toString()};
      assertThat(topic(longer)).isEqualTo(ExitCode.USAGE);
      assertThat(error()).contains("give the user the ACL 'AlterConfigs'");
    }
  }

  private Path login(String user, String password) throws Exception {
    Path file = Files.createTempFile(directory, user, ".properties");
    return Files.writeString(
        file,
        "sluice.kafka.security.protocol=SASL_PLAINTEXT\nsluice.kafka.sasl.mechanism=PLAIN\n"
            + "sluice.kafka.sasl.jaas.config=%susername=\"%s\" password=\"%s\";\n"
                .formatted(Logins.LOGIN, user, password));
  }

  private static void allow(KafkaBroker broker, AclOperation operation) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            Logins.LOGIN + "username=\"admin\" password=\"a\";");
    try (Admin admin = Admin.create(settings)) {
      ResourcePattern topic = new ResourcePattern(ResourceType.TOPIC, "t", PatternType.LITERAL);
      AccessControlEntry entry =
          new AccessControlEntry("User:shop", "*", operation, AclPermissionType.ALLOW);
      admin.createAcls(List.of(new AclBinding(topic, entry))).all().get();
    }
  }

  @Tag("full")
  @Test
  void wrong_use_and_brokers_that_are_away_are_one_line() {
    String[][] wrong = {
      {"file:records", "a topic must be kafka://host:9092/topic, was 'file:records'"},
      {"kafka://h:1/", "'' in 'kafka://h:1/' is no topic"},
      {"kafka://h:1/t", "--dry-run", "--dry-run needs --create or --alter"},
      {"kafka://h:1/t", "--partitions", "0", "must be at least 1"},
      {"kafka://h:1/t", "--replicas", "0", "must be at least 1"},
      {"kafka://h:1/t", "--retention", "week", "option '--retention' must be a time"},
      {"kafka://h:1/t?kafka.retires=1", "did you mean 'kafka.retries'?"},
      {"kafka://h:1/t", "--config", "/none/x", "cannot read the configuration file"},
      {"kafka://localhost:%d/t".formatted(TcpPeers.freePort()), "refuses connections"}
    };
    for (String[] each : wrong) {
      int code = topic(Arrays.copyOf(each, each.length - 1));
      assertThat(code).as("%s", (Object) each).isEqualTo(ExitCode.USAGE);
      assertThat(error()).contains(each[each.length - 1]);
    }
  }

  @Tag("full")
  @Test
  void question_that_is_out_of_time_is_not_told_as_a_missing_topic(KafkaBroker broker) {
    assertThat(topic(missing(broker), "--create", "--patience", "1ms")).isEqualTo(ExitCode.USAGE);
    assertThat(error())
        .contains("gave no answer in time when asked to describe the topic", "--patience")
        .doesNotContain("there is no topic");
  }

  @Tag("full")
  @Test
  void broker_that_is_busy_for_a_while_makes_the_topic_when_it_answers(KafkaBroker broker)
      throws Exception {
    try (FreezableProxy proxy = new FreezableProxy()) {
      proxy.forwardTo(Integer.parseInt(broker.bootstrapServers().split(":")[1]));
      proxy.freeze(true);
      String uri = "kafka://127.0.0.1:" + proxy.port() + "/topic-" + UUID.randomUUID();
      CompletableFuture<Integer> code =
          CompletableFuture.supplyAsync(() -> topic(uri, "--create", "--patience", "2m"));
      // The client's connection, and, after 5 s, the one that looks what is wrong.
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> proxy.connections() >= 2);
      proxy.freeze(false);
      assertThat(code.get(2, TimeUnit.MINUTES)).as(err.toString()).isEqualTo(ExitCode.OK);
      assertThat(output()).anyMatch(line -> line.contains("created: "));
    }
  }
}
