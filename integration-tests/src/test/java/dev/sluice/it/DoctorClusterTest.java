package dev.sluice.it;

import static dev.sluice.tools.doctor.Check.Outcome.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes with three brokers that are one cluster, made on purpose. */
@Tag("one-jdk")
@Tag("full")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DoctorClusterTest {
  private static final int COUNT = 3;
  private static final String TOPIC = "records";
  private static final String SCRAM =
      "org.apache.kafka.common.security.scram.ScramLoginModule required ";
  private static final String[] ALL = {
    "TLS", "authentication", "brokers", "topic", "ACL to write", "replicas", "retention", "clock"
  };

  @TempDir private static Path directory;
  private static Certificates certificates;
  private static final List<KafkaBroker> brokers = new ArrayList<>();

  @BeforeAll
  static void starts_three_brokers() throws Exception {
    certificates = new Certificates(directory);
    certificates.create("ca", "localhost");
    certificates.createSigned("broker", "localhost", "ca", "-validity 400");
    certificates.createSigned("elsewhere", "elsewhere.example", "ca", "-validity 400");
    certificates.createSigned("expired", "localhost", "ca", "-startdate -9d -validity 5");
    certificates.createSigned("soon", "localhost", "ca", "-validity 5");
    Map<String, String> listeners =
        new TreeMap<>(
            Map.of(
                "TLS", "SSL",
                "NAMED", "SSL",
                "EXPIRED", "SSL",
                "SOON", "SSL",
                "LOST", "SSL",
                "ASTRAY", "SSL",
                "SHUT", "PLAINTEXT",
                "SCRAM", "SASL_SSL"));
    KafkaBroker leader =
        KafkaBroker.start(
            directory.resolve("broker-1"), listeners, settings -> change(settings, 1));
    brokers.add(leader);
    for (int node = 2; node <= COUNT; node++) {
      int own = node;
      brokers.add(
          leader.join(
              directory.resolve("broker-" + node),
              node,
              listeners,
              settings -> change(settings, own)));
    }
    try (Admin admin = admin()) {
      admin
          .createTopics(
              List.of(
                  topic(TOPIC, Map.of()),
                  topic("all-in-sync", Map.of("min.insync.replicas", "3")),
                  topic("one-in-sync", Map.of("min.insync.replicas", "1")),
                  new NewTopic("lone", Map.of(0, List.of(COUNT)))
                      .configs(Map.of("min.insync.replicas", "1"))))
          .all()
          .get();
      ScramCredentialInfo sha256 = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096);
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion("shop", sha256, "right")))
          .all()
          .get();
      while (partitions(admin).stream().mapToInt(p -> p.isr().size()).sum()
          < 3 * COUNT * COUNT + 1) {
        Thread.onSpinWait();
      }
    }
  }

  /** What one broker has wrong, the last of them. */
  private static void change(Map<String, String> settings, int node) {
    settings.put("ssl.keystore.type", "PKCS12");
    settings.put("ssl.keystore.password", "not-a-secret");
    settings.put("ssl.keystore.location", certificates.keystore("broker").toString());
    settings.put("min.insync.replicas", "2");
    settings.put("sasl.enabled.mechanisms", "SCRAM-SHA-256");
    settings.put("listener.name.scram.scram-sha-256.sasl.jaas.config", SCRAM + ";");
    settings.computeIfPresent(
        "advertised.listeners",
        (key, all) -> all.replaceFirst("LOST://localhost", "LOST://no-such-host.invalid"));
    if (node < COUNT) {
      return;
    }
    Map.of("named", "elsewhere", "expired", "expired", "soon", "soon")
        .forEach(
            (listener, name) -> {
              String prefix = "listener.name." + listener + ".ssl.keystore.";
              settings.put(prefix + "type", "PKCS12");
              settings.put(prefix + "password", "not-a-secret");
              settings.put(prefix + "location", certificates.keystore(name).toString());
            });
    settings.computeIfPresent(
        "advertised.listeners",
        (key, all) ->
            all.replaceFirst("ASTRAY://localhost", "ASTRAY://no-such-host.invalid")
                .replaceFirst("SHUT://localhost:\\d+", "SHUT://localhost:" + TcpPeers.freePort()));
  }

  private static NewTopic topic(String name, Map<String, String> settings) {
    return new NewTopic(name, COUNT, (short) COUNT).configs(settings);
  }

  @AfterAll
  static void stop() {
    for (int i = brokers.size() - 1; i >= 0; i--) {
      brokers.get(i).close();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", brokers.get(0).bootstrapServers()));
  }

  private static List<TopicPartitionInfo> partitions(Admin admin) throws Exception {
    return admin
        .describeTopics(List.of(TOPIC, "all-in-sync", "one-in-sync", "lone"))
        .allTopicNames()
        .get()
        .values()
        .stream()
        .flatMap(topic -> topic.partitions().stream())
        .toList();
  }

  /** A topic at all brokers, as the listener names them. */
  private static String uri(String topic, Function<KafkaBroker, String> address, String... more) {
    return brokers.stream().map(address).collect(Collectors.joining(",", "kafka://", "/" + topic))
        + "?"
        + String.join("&", more);
  }

  private static String open(String topic, String... more) {
    return uri(topic, KafkaBroker::bootstrapServers, more);
  }

  /** The topic at the first broker alone: what is wrong with the last is to be found. */
  private static String first(String listener, String... more) {
    return "kafka://%s/%s?%s"
        .formatted(brokers.get(0).bootstrapServers(listener), TOPIC, String.join("&", more));
  }

  private static String tls(String listener) {
    return first(listener, trusting("SSL"));
  }

  private static String trusting(String protocol) {
    return "kafka.security.protocol=%s&kafka.ssl.truststore.type=PEM".formatted(protocol)
        + "&kafka.ssl.truststore.location="
        + certificates.certificate("ca");
  }

  private static String scram(String user, String password) {
    return uri(
        TOPIC,
        broker -> broker.bootstrapServers("SCRAM"),
        trusting("SASL_SSL"),
        "kafka.sasl.mechanism=SCRAM-SHA-256",
        "kafka.sasl.jaas.config="
            + SCRAM
            + "username=\"%s\" password=\"%s\";".formatted(user, password));
  }

  @Test
  @Order(1)
  void all_is_well_with_three_brokers_open_or_guarded() {
    Patient.sink(open(TOPIC)).isHealthy(ALL);
    Patient.source(open(TOPIC, "group=new")).isHealthy("brokers", "replicas", "ACL of the group");
    Patient.sink(tls("TLS")).isHealthy(ALL);
    Patient.source(tls("TLS")).isHealthy("brokers", "replicas");
    Patient.sink(scram("shop", "right")).isHealthy(ALL);
    Patient.source(scram("shop", "right")).isHealthy("authentication", "brokers");
  }

  @Test
  @Order(2)
  void one_broker_sends_clients_on_to_where_they_do_not_get() {
    for (String uri : List.of(tls("ASTRAY"), first("SHUT"))) {
      Patient.sink(uri).says("brokers", WARNING, "1 of 3: ", "set its advertised.listeners");
      Patient.sink(uri)
          .fails("replicas", "the leader of 1 of 3 partitions is ", "set its advertised.listeners");
    }
    Patient.sink(tls("LOST")).stopsAt("brokers", "no host is known by", "advertised.listeners");
    Patient.source(tls("LOST")).stopsAt("brokers", "no host is known by", "advertised.listeners");
  }

  @Test
  @Order(3)
  void certificate_of_one_broker_does_not_fit() {
    Patient.sink(tls("NAMED"))
        .stopsAt(
            "brokers",
            "1 of 3: " + brokers.get(COUNT - 1).bootstrapServers("NAMED") + ": the broker's cert",
            "a name that this machine can reach and that is in its certificate");
    Patient.source(tls("EXPIRED"))
        .stopsAt("brokers", "the broker's certificate (CN=expired) expired on 20", "renew it");
    String last = brokers.get(COUNT - 1).bootstrapServers("SOON");
    Patient.sink(tls("SOON"))
        .isWarned("brokers", "certificate at " + last + " expires on 20", "renew it before");
  }

  @Test
  @Order(4)
  void login_by_scram_is_wrong() {
    Patient.sink(scram("shop", "wrong"))
        .stopsAt("authentication", "invalid credentials with SASL mechanism SCRAM", "password");
    Patient.source(scram("nobody", "right"))
        .stopsAt("authentication", "invalid credentials with SASL mechanism SCRAM", "user and");
    Patient.sink(scram("shop", "right").replace("m=SCRAM-SHA-256", "m=SCRAM-SHA-512"))
        .stopsAt("authentication", "enabled mechanisms are [SCRAM-SHA-256]", "sasl.mechanism");
    Patient.sink(
            scram("shop", "right")
                .replace("m=SCRAM-SHA-256", "m=PLAIN")
                .replace("scram.Scram", "plain.Plain"))
        .stopsAt("authentication", "enabled mechanisms are [SCRAM-SHA-256]", "sasl.mechanism");
  }

  @Test
  @Order(5)
  void replicas_in_sync_do_not_fit_what_counts_as_arrived() {
    Patient.sink(open("all-in-sync"))
        .isWarned(
            "replicas",
            "min.insync.replicas is 3, of 3 replicas: writes are rejected while one broker",
            "min.insync.replicas=2");
    Patient.source(open("all-in-sync")).isHealthy("replicas");
    Patient.sink(open("one-in-sync"))
        .isWarned("replicas", "may be on a single broker only", "min.insync.replicas=2");
    Patient.sink(open(TOPIC, "kafka.acks=1", "kafka.enable.idempotence=false"))
        .isWarned("replicas", "kafka.acks=1: delivered chunks", "leave kafka.acks at 'all'");
    Patient.sink(open("lone", "kafka.acks=all"))
        .isWarned("replicas", "replicas is 1: if a broker is lost, chunks are lost", "reassign");
  }

  @Test
  @Order(6)
  void one_of_three_brokers_is_away() throws Exception {
    KafkaBroker last = brokers.get(COUNT - 1);
    String uri = open(TOPIC);
    last.close();
    try (Admin admin = admin()) {
      while (partitions(admin).stream().anyMatch(p -> p.isr().size() > COUNT - 1)) {
        Thread.onSpinWait();
      }
    }
    Patient.sink(uri).isWarned("port", "1 of 3: " + last.bootstrapServers(), "start the server");
    Patient.sink(uri).isWarned("replicas", "in sync is 2, of 3 replicas", "missing replicas: [3]");
    Patient.source(uri)
        .isWarned("replicas", "in sync is 2, of 3 replicas", "missing replicas: [3]");
    Patient.sink(open("all-in-sync"))
        .fails(
            "replicas",
            "in sync is 2: writes are rejected below min.insync",
            "missing replicas: [3]");
    Patient.source(open("all-in-sync"))
        .isWarned("replicas", "in sync is 2", "missing replicas: [3]");
    Patient.sink(open("lone"))
        .fails("replicas", "1 of 1 partitions have no leader", "missing replicas: [3]");
    Patient.source(open("lone"))
        .fails("replicas", "1 of 1 partitions have no leader", "missing replicas: [3]");
    Patient.sink("kafka://" + last.bootstrapServers() + "/" + TOPIC)
        .stopsAt("port", "refuses connections", "start the server");
    assertThat(Patient.sink(tls("TLS")).examined().isHealthy()).isTrue();
  }
}
