package dev.sluice.tools.doctor;

import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaDiagnosis;
import dev.sluice.support.wire.KafkaProbe;
import dev.sluice.support.wire.Obstacle;
import dev.sluice.support.wire.Obstacle.Stage;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TimeoutException;

/** The way to a cluster of Kafka, as far as a client that may ask it something. */
final class KafkaChecks implements AutoCloseable {
  private static final Map<String, String> OURS =
      Map.of(
          "client.id", "sluice-doctor",
          "default.api.timeout.ms", "4000",
          "request.timeout.ms", "4000",
          "enable.metrics.push", "false");

  private final KafkaAddress address;
  private final String protocol;
  private final Clock clock;
  private final Servers servers;

  /** The address with the server that is reached. */
  private KafkaAddress reached;

  /** What was found out without a login. */
  private Obstacle found;

  private Admin admin;
  private Collection<Node> nodes;
  private Set<AclOperation> rights;
  private Obstacle failure;

  KafkaChecks(KafkaAddress address, Clock clock) {
    this.address = address;
    this.protocol =
        address.client().getOrDefault("security.protocol", "PLAINTEXT").toUpperCase(Locale.ROOT);
    this.clock = clock;
    this.servers = new Servers(Stream.of(address.servers().split(",")).map(String::strip).toList());
  }

  void run(Steps steps) {
    steps
        .needed("name", servers::names)
        .needed("port", this::port)
        .needed("TLS", this::tls)
        .needed("authentication", this::login)
        .needed("brokers", this::brokers);
  }

  /** A client that has asked the cluster for its brokers. */
  Admin admin() {
    return admin;
  }

  /** Whether one may be asked of the cluster what not everybody may be told. */
  boolean mayDescribe() {
    return rights == null || rights.contains(AclOperation.DESCRIBE);
  }

  int brokerCount() {
    return nodes.size();
  }

  private Check port() {
    Check port = servers.ports();
    if (port.outcome() == Check.Outcome.FAILED) {
      return port;
    }
    reached = new KafkaAddress(servers.first(), address.topic(), address.client());
    found = KafkaProbe.obstacle(reached);
    return isFound(Stage.PORT) ? Check.failed(found) : port;
  }

  private boolean isFound(Stage stage) {
    return found != null && found.stage() == stage;
  }

  private Check tls() throws InterruptedException {
    if (isFound(Stage.TLS)) {
      return Check.failed(found);
    }
    if (!protocol.endsWith("SSL")) {
      return Check.ok("none, as configured; who is on the way can read all");
    }
    Check dates =
        Certificates.dates("the broker's certificate", Certificates.of(reached.servers()), clock);
    boolean expired = dates.outcome() == Check.Outcome.FAILED;
    if (connect() != null && failure.stage() == Stage.TLS) {
      return expired ? dates : Check.failed(failure);
    }
    return expired
        ? Check.warning(dates.what() + "; this client takes it all the same", dates.cure())
        : dates;
  }

  private Check login() throws InterruptedException {
    if (isFound(Stage.LOGIN)) {
      return Check.failed(found);
    }
    if (protocol.equals("PLAINTEXT")) {
      return Check.ok("none is asked for");
    }
    if (connect() != null) {
      return Check.failed(failure);
    }
    String mechanism = address.client().getOrDefault("sasl.mechanism", "GSSAPI");
    return Check.ok(
        protocol.startsWith("SASL") ? "logged in by " + mechanism : "none but certificates");
  }

  /** Clients go on with the addresses that brokers tell of themselves. */
  private Check brokers() throws InterruptedException {
    Servers told =
        new Servers(
            nodes == null
                ? KafkaProbe.brokers(reached)
                : nodes.stream().map(node -> node.host() + ":" + node.port()).toList());
    Check names = told.names();
    Check check = names.outcome() == Check.Outcome.FAILED ? names : told.ports();
    if (check.outcome() == Check.Outcome.FAILED) {
      return Check.failed(
          reached.servers() + " sends clients on to where they do not get: " + check.what(),
          "set the broker's advertised.listeners to an address that this machine reaches");
    }
    return connect() == null ? check : Check.failed(failure);
  }

  /** Asks for the brokers, once; what stands in the way, or null. */
  private Obstacle connect() throws InterruptedException {
    if (nodes != null || failure != null) {
      return failure;
    }
    Map<String, Object> settings = new HashMap<>(address.client());
    settings.keySet().retainAll(AdminClientConfig.configNames());
    settings.putAll(OURS);
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, reached.servers());
    try {
      admin = Admin.create(settings);
      DescribeClusterResult cluster =
          admin.describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true));
      rights = cluster.authorizedOperations().get();
      nodes = cluster.nodes().get();
    } catch (ExecutionException e) {
      failure = obstacle(e.getCause());
    } catch (KafkaException e) {
      failure = obstacle(e);
    }
    return failure;
  }

  private Obstacle obstacle(Throwable thrown) {
    Obstacle obstacle = KafkaDiagnosis.obstacle(reached, thrown);
    if (obstacle.stage() != Stage.UNKNOWN) {
      return obstacle;
    }
    return thrown instanceof TimeoutException
        ? new Obstacle(
            Stage.UNKNOWN,
            "the brokers do not answer behind the first connection",
            "does advertised.listeners name what this machine reaches, and do"
                + " kafka.security.protocol and kafka.sasl.mechanism fit that port?")
        : new Obstacle(protocol.endsWith("SSL") ? Stage.TLS : Stage.LOGIN, obstacle.what(), null);
  }

  @Override
  public void close() {
    if (admin != null) {
      // It waits for its thread, which may wait for a name.
      Steps.daemon(() -> admin.close(Duration.ZERO)).start();
    }
  }
}
