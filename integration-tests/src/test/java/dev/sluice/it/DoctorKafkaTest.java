package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes with topics, made on purpose: each is named where it lies, with its cure. */
@Tag("one-jdk")
class DoctorKafkaTest {
  private static final String TOPIC = "records";
  private static final String LOGIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required ";
  private static final String[] ALL = {
    "options",
    "name",
    "port",
    "TLS",
    "authentication",
    "brokers",
    "topic",
    "ACL to write",
    "ACL to read",
    "replicas",
    "limits",
    "retention",
    "clock"
  };

  @TempDir private static Path directory;
  private static Certificates certificates;
  private static KafkaBroker broker;

  @BeforeAll
  static void starts_a_broker_with_all_kinds_of_listeners() throws Exception {
    certificates = new Certificates(directory);
    certificates.create("ca", "localhost");
    certificates.create("other", "localhost");
    certificates.createSigned("broker", "localhost", "ca", "-validity 400");
    certificates.createSigned("expired", "localhost", "ca", "-startdate -9d -validity 5");
    certificates.createSigned("early", "localhost", "ca", "-startdate +9d -validity 400");
    certificates.createSigned("soon", "localhost", "ca", "-validity 5");
    certificates.createSigned("elsewhere", "elsewhere.example", "ca", "-validity 400");
    Map<String, String> settings = new HashMap<>();
    settings.put("ssl.keystore.type", "PKCS12");
    settings.put("ssl.keystore.password", "not-a-secret");
    settings.put("ssl.keystore.location", certificates.keystore("broker").toString());
    settings.put("ssl.truststore.type", "PEM");
    settings.put("ssl.truststore.location", certificates.certificate("ca").toString());
    for (String name : List.of("expired", "early", "soon", "elsewhere")) {
      settings.put(
          "listener.name." + name + ".ssl.keystore.location",
          certificates.keystore(name).toString());
      settings.put("listener.name." + name + ".ssl.keystore.type", "PKCS12");
      settings.put("listener.name." + name + ".ssl.keystore.password", "not-a-secret");
    }
    settings.put("listener.name.mutual.ssl.client.auth", "required");
    settings.put("sasl.enabled.mechanisms", "PLAIN");
    String users = "user_admin=\"a\" user_writer=\"w\" user_reader=\"r\" user_seer=\"s\";";
    for (String name : List.of("login", "clear")) {
      settings.put("listener.name." + name + ".plain.sasl.jaas.config", LOGIN + users);
    }
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    settings.put("super.users", "User:admin;User:ANONYMOUS;User:CN=broker");
    broker =
        KafkaBroker.start(
            directory.resolve("data"),
            new TreeMap<>(
                Map.of(
                    "TLS", "SSL",
                    "EXPIRED", "SSL",
                    "EARLY", "SSL",
                    "SOON", "SSL",
                    "ELSEWHERE", "SSL",
                    "MUTUAL", "SSL",
                    "LOGIN", "SASL_SSL",
                    "CLEAR", "SASL_PLAINTEXT")),
            all -> all.putAll(settings));
    broker.createTopic(TOPIC, 2, Map.of());
    try (Admin admin = admin()) {
      admin
          .createAcls(
              List.of(
                  acl("writer", ResourceType.TOPIC, TOPIC, AclOperation.WRITE),
                  acl("writer", ResourceType.TOPIC, TOPIC, AclOperation.DESCRIBE_CONFIGS),
                  acl("reader", ResourceType.TOPIC, TOPIC, AclOperation.READ),
                  acl("seer", ResourceType.TOPIC, TOPIC, AclOperation.DESCRIBE),
                  acl("reader", ResourceType.GROUP, "dashboard", AclOperation.READ)))
          .all()
          .get();
    }
  }

  @AfterAll
  static void stop() {
    if (broker != null) {
      broker.close();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static AclBinding acl(
      String user, ResourceType type, String name, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, name, PatternType.LITERAL),
        new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
  }

  private static String uri(String servers, String... options) {
    return "kafka://" + servers + "/" + TOPIC + "?" + String.join("&", options);
  }

  private static String open(String topic, String... options) {
    return uri(broker.bootstrapServers(), options).replace("/" + TOPIC, "/" + topic);
  }

  private static String tls(String listener, String trusted, String... options) {
    return uri(
            broker.bootstrapServers(listener),
            "kafka.security.protocol=SSL",
            "kafka.ssl.truststore.type=PEM",
            "kafka.ssl.truststore.location=" + certificates.certificate(trusted))
        + "&"
        + String.join("&", options);
  }

  private static String login(String user, String password, String... options) {
    return tls(
            "LOGIN",
            "ca",
            "kafka.sasl.mechanism=PLAIN",
            "kafka.sasl.jaas.config="
                + LOGIN
                + "username=\"%s\" password=\"%s\";&".formatted(user, password)
                + String.join("&", options))
        .replace("=SSL&", "=SASL_SSL&");
  }

  @Test
  void all_is_well_with_a_broker_that_is_open_and_with_one_that_is_guarded() {
    Patient.sink(open(TOPIC)).isHealthy(ALL);
    Patient.source(open(TOPIC)).isHealthy("topic", "ACL to read", "retention", "clock");
    Patient.sink(login("admin", "a")).isHealthy(ALL);
    Patient.source(login("admin", "a", "group=dashboard")).isHealthy("ACL of the group");
    Patient.sink(tls("MUTUAL", "ca", mutual())).isHealthy(ALL);
  }

  private static String mutual() {
    return "kafka.ssl.keystore.type=PKCS12&kafka.ssl.keystore.password=not-a-secret"
        + "&kafka.ssl.keystore.location="
        + certificates.keystore("broker");
  }

  @Test
  void host_or_port_is_wrong() throws Exception {
    Patient.sink(uri("no-such-host.invalid:9092"))
        .stopsAt("name", "no host is known by the name 'no-such-host.invalid'", "correct the host");
    String nobody = "localhost:" + TcpPeers.freePort();
    Patient.sink(uri(nobody)).stopsAt("port", nobody + " refuses connections", "start the server");
    Patient.source(uri(nobody)).stopsAt("port", "refuses connections", "start the server");
    Patient.sink(uri(broker.bootstrapServers() + "," + nobody))
        .isWarned("port", "1 of 2: " + nobody, "start the server");
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Patient.sink(uri("localhost:" + silent.getLocalPort()))
          .stopsAt("port", "takes connections and does not answer", "correct host and port");
    }
    try (HttpWords http = new HttpWords()) {
      Patient.sink(uri(http.address())).stopsAt("port", "is no Kafka broker", "correct host");
    }
  }

  @Test
  void host_that_swallows_what_is_sent_is_not_waited_for() throws Exception {
    List<Socket> waiting = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      boolean swallows = false;
      for (int i = 0; i < 10 && !swallows; i++) {
        Socket socket = new Socket();
        waiting.add(socket);
        try {
          socket.connect(new InetSocketAddress("localhost", full.getLocalPort()), 300);
        } catch (SocketTimeoutException e) {
          swallows = true;
        }
      }
      assertThat(swallows).as("a port that answers nothing").isTrue();
      Patient.sink(uri("localhost:" + full.getLocalPort()))
          .stopsAt("port", "does not answer", "is a firewall between?");
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  @Test
  void brokers_send_clients_on_to_where_they_do_not_get() throws Exception {
    int port = TcpPeers.freePort();
    try (KafkaBroker sending =
        KafkaBroker.start(
            directory.resolve("sending"),
            port,
            Map.of("advertised.listeners", "PLAINTEXT://no-such-host.invalid:9092"))) {
      Patient.sink(uri(sending.bootstrapServers()))
          .stopsAt("brokers", "no host is known by the name", "advertised.listeners");
    }
  }

  @Tag("full")
  @Test
  void tls_is_missing_or_certificates_do_not_fit() throws Exception {
    Patient.sink(uri(broker.bootstrapServers("TLS")))
        .stopsAt("TLS", "speaks TLS", "set kafka.security.protocol=SSL");
    Patient.sink(open(TOPIC, "kafka.security.protocol=SSL"))
        .stopsAt("TLS", "speaks no TLS", "set kafka.security.protocol=PLAINTEXT");
    Patient.sink(tls("TLS", "other"))
        .stopsAt("TLS", "certificate is not trusted", "kafka.ssl.truststore.location");
    Patient.sink(tls("EXPIRED", "ca")).stopsAt("TLS", "(CN=expired) expired on 20", "renew it");
    Patient.sink(tls("EXPIRED", "expired"))
        .isWarned("TLS", "expired on 20", "renew it"); // trusted by itself, Java looks at no date
    Patient.sink(tls("EARLY", "ca")).stopsAt("TLS", "is not valid before 20", "clock");
    Patient.sink(tls("SOON", "ca", "")).isWarned("TLS", "expires on 20", "renew it before");
    Patient.sink(tls("ELSEWHERE", "ca"))
        .stopsAt("TLS", "certificate is for another host name", "correct");
    Patient.sink(tls("MUTUAL", "ca"))
        .stopsAt("TLS", "does not take our certificate, or wants one", "kafka.ssl.keystore");
    Path none = directory.resolve("no-such.pem");
    Patient.sink(tls("TLS", "ca").replace("/ca.pem", "/no-such.pem"))
        .stopsAt("TLS", none.toString(), "correct tls.… or kafka.ssl.…");
  }

  @Tag("full")
  @Test
  void login_is_missing_or_wrong() {
    String clear = broker.bootstrapServers("CLEAR");
    Patient.sink(uri(clear)).stopsAt("authentication", "wants a login", "SASL_PLAINTEXT");
    Patient.sink(login("writer", "wrong"))
        .stopsAt("authentication", "Invalid username or password", "kafka.sasl.jaas.config");
    Patient.sink(
            login("writer", "w")
                .replace("m=PLAIN", "m=SCRAM-SHA-256")
                .replace("plain.Plain", "scram.Scram"))
        .stopsAt("authentication", "SCRAM-SHA-256", "kafka.sasl.mechanism");
    Patient.sink(tls("LOGIN", "ca"))
        .stopsAt("authentication", "do not answer", "that kafka.security.protocol and");
  }

  @Test
  void topic_is_missing_or_misspelt_and_the_login_is_not_blamed() {
    Patient.sink(open("recrods"))
        .stopsAt("topic", "there is no topic 'recrods'; did you mean 'records'?", "or create it");
    Patient.source(login("admin", "a").replace("/records", "/elsewhere"))
        .stopsAt("topic", "there is no topic 'elsewhere'", "correct the topic");
    Patient.sink(login("writer", "w").replace("/records", "/recrods"))
        .stopsAt("topic", "cannot see the topic 'recrods', or it does not exist", "'Describe'");
  }

  @Test
  void topic_that_the_broker_would_make_is_a_warning_to_who_writes() throws Exception {
    Map<String, String> settings = Map.of("auto.create.topics.enable", "true");
    try (KafkaBroker making = KafkaBroker.start(directory.resolve("making"), 0, settings)) {
      String later = uri(making.bootstrapServers());
      Patient.sink(later).isWarned("topic", "the broker creates it", "create it");
      Patient.source(later).stopsAt("topic", "there is no topic 'records'", "create it");
      assertThat(Patient.sink(later).examined().checks())
          .anyMatch(check -> check.what().equals("because the topic does not exist yet"));
    }
  }

  @Test
  void acls_are_missing() {
    Patient.sink(login("reader", "r"))
        .fails(
            "ACL to write",
            "the user has no ACL 'Write'",
            "give the user the ACL 'Write' on the topic");
    Patient.sink(login("seer", "s")).fails("ACL to write", "no ACL 'Write'", "the ACL 'Write'");
    Patient.sink(login("writer", "w"))
        .isWarned("ACL to read", "no ACL 'Read'", "if this program also reads");
    Patient.source(login("writer", "w")).fails("ACL to read", "no ACL 'Read'", "the ACL 'Read'");
    Patient.source(login("reader", "r", "group=nightly"))
        .fails("ACL of the group", "may not use the group", "'Read' on the group 'nightly'");
    Patient.source(login("reader", "r", "group=dashboard"))
        .doesNotKnow("clock", "the user cannot ask for the time (ACL 'Describe' on the cluster)");
  }

  @Test
  void settings_that_a_user_may_not_see_are_not_known() {
    String why = "the user cannot see the topic's settings (ACL 'DescribeConfigs')";
    for (String name : List.of("replicas", "retention")) {
      Patient.source(login("reader", "r")).doesNotKnow(name, why);
    }
    Patient.sink(login("seer", "s")).doesNotKnow("limits", why);
  }

  @Test
  void topic_is_not_set_for_chunks() {
    broker.createTopic("small", 1, Map.of("max.message.bytes", "100000"));
    Patient.sink(open("small", "chunk.bytes=200KiB"))
        .isWarned(
            "limits",
            "max.message.bytes is 100000: a chunk of the largest size",
            "max.message.bytes=1048588");
    broker.createTopic("tiny", 1, Map.of("max.message.bytes", "500"));
    Patient.sink(open("tiny")).fails("limits", "max.message.bytes is 500", "max.message.bytes=");
    Patient.sink(open(TOPIC, "kafka.max.request.size=20000"))
        .isWarned("limits", "the client accepts chunks of", "lower chunk.bytes");
    broker.createTopic("compacted", 1, Map.of("cleanup.policy", "compact"));
    Patient.sink(open("compacted"))
        .fails("retention", "all chunks of a producer but the last", "cleanup.policy=delete");
    broker.createTopic("short", 1, Map.of("retention.ms", "60000", "retention.bytes", "1048576"));
    Patient.sink(open("short"))
        .isWarned(
            "retention",
            "when they are 60 s old, and above 1.00 MiB per partition",
            "/short --alter --retention 1d");
    broker.createTopic("two", 1, Map.of("min.insync.replicas", "2"));
    Patient.sink(open("two"))
        .fails(
            "replicas",
            "in sync is 1: writes are rejected below min.insync.replicas, 2",
            "min.insync.replicas=1");
    Patient.sink(open(TOPIC, "kafka.acks=1", "kafka.enable.idempotence=false"))
        .isWarned("replicas", "kafka.acks=1", "leave kafka.acks at 'all'");
  }

  @Test
  void clock_is_wrong() {
    Patient.sink(open(TOPIC))
        .at(Duration.ofHours(3))
        .isWarned("clock", "3 hours ahead of the cluster's", "NTP");
    Patient.sink(open(TOPIC))
        .at(Duration.ofMinutes(-2))
        .isWarned("clock", "behind the cluster's", "NTP");
  }

  @Test
  void option_is_misspelt() {
    Patient.sink(open(TOPIC, "chunk.byts=1MiB"))
        .stopsAt("options", "did you mean 'chunk.bytes'?", "correct the URI");
    Patient.sink(open(TOPIC, "kafka.linger.ms=soon"))
        .stopsAt("options", "linger.ms", "correct the URI");
    Patient.sink("kafak://h/t").stopsAt("options", "kafak", "correct the URI");
  }

  @Test
  void nothing_is_changed_by_looking() throws Exception {
    broker.createTopic("kept", 1, Map.of());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("kept", new byte[9])).get();
    }
    String before = state();
    Patient.sink(open("kept")).examined();
    Patient.source(open("kept", "group=new-group")).examined();
    Patient.sink(open("not-there")).examined();
    Patient.sink(login("writer", "w")).examined();
    assertThat(state()).isEqualTo(before).contains("kept").doesNotContain("new-group");
  }

  /** Topics with their ends and settings, groups, ACLs. */
  private static String state() throws Exception {
    try (Admin admin = admin()) {
      StringBuilder all = new StringBuilder();
      for (String topic : admin.listTopics().names().get().stream().sorted().toList()) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        all.append(topic)
            .append(admin.describeConfigs(List.of(resource)).all().get().get(resource).entries())
            .append(
                admin
                    .listOffsets(Map.of(new TopicPartition(topic, 0), OffsetSpec.latest()))
                    .all()
                    .get());
      }
      all.append(admin.listGroups().all().get());
      return all.append(
              new ArrayList<>(admin.describeAcls(AclBindingFilter.ANY).values().get()).size())
          .toString();
    }
  }
}
