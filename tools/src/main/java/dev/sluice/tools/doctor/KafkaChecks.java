package dev.sluice.tools.doctor;

import dev.sluice.rawwriters.kafka.KafkaBrokers;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaProbe;
import dev.sluice.support.wire.Obstacle;
import dev.sluice.support.wire.Obstacle.Stage;
import dev.sluice.tools.doctor.Check.Outcome;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TimeoutException;

/** The way to a cluster of Kafka, as far as a client that may ask it something. */
final class KafkaChecks implements AutoCloseable {
  private static final Map<String, String> OURS =
      Map.of(
          "client.id", "sluice-doctor",
          "default.api.timeout.ms", "4000",
          "request.timeout.ms", "4000");
  private static final int MAX_CHECKED_BROKERS = 30;
  private static final String WHOSE = "the broker's certificate";
  private static final String CONNECTS = " takes connections";
  static final String ADVERTISED =
      "start that broker, or set its advertised.listeners to a name that this machine can reach and"
          + " that is in its certificate";

  private final KafkaAddress address;
  private final String protocol;
  private final Clock clock;
  private final Servers servers;

  /** Addresses that brokers advertise to clients. */
  private final Set<String> told = new ConcurrentSkipListSet<>();

  private Servers advertised;
  private KafkaBrokers brokers;
  private Cluster cluster;

  /**
   * A cluster that can be reached.
   *
   * @param brokers client for the questions
   * @param servers all its brokers, by their {@code host:port}
   * @param count how many these are
   * @param isOpen whether the user may describe the cluster
   */
  record Cluster(KafkaBrokers brokers, Servers servers, int count, boolean isOpen) {}

  KafkaChecks(KafkaAddress given, Clock clock) {
    Map<String, String> client = new HashMap<>(given.client());
    client.putAll(OURS);
    this.address = new KafkaAddress(given.servers(), given.topic(), client);
    this.protocol = client.getOrDefault("security.protocol", "PLAINTEXT").toUpperCase(Locale.ROOT);
    this.clock = clock;
    this.servers = new Servers(Stream.of(given.servers().split(",")).map(String::strip).toList());
  }

  void run(Steps steps) {
    steps
        .needed("name", () -> servers.look(this::probe).check(Stage.NAME, " has an address"))
        .needed("port", () -> servers.check(Stage.PORT, CONNECTS))
        .needed("TLS", this::tls)
        .needed("authentication", this::login)
        .needed("brokers", this::brokers);
  }

  /** Returns what one has come to, after all that. */
  Cluster cluster() {
    return cluster;
  }

  private KafkaAddress at(String server) {
    return new KafkaAddress(server, address.topic(), address.client());
  }

  /** Returns what is found out without a client. */
  private Obstacle probe(String server) {
    Obstacle found = KafkaProbe.obstacle(at(server), told);
    return found == null || found.stage() == Stage.TOPIC ? null : found;
  }

  /** Returns what a client finds that goes as far as its login. */
  private Obstacle connect(String server) {
    if (protocol.equals("PLAINTEXT")) {
      return null;
    }
    Obstacle found;
    try {
      told.addAll(KafkaBrokers.brokerAddresses(at(server)));
      return null;
    } catch (KafkaBrokers.Refusal e) {
      found = obstacle(e);
    }
    Check dates = Certificates.dates(WHOSE, Certificates.of(server), clock);
    if (found.stage() == Stage.TLS && dates.outcome() == Outcome.FAILED) {
      found = new Obstacle(Stage.TLS, dates.what(), dates.cure());
    }
    return new Obstacle(found.stage(), server + ": " + found.what(), found.cure());
  }

  private Obstacle obstacle(KafkaBrokers.Refusal refusal) {
    Obstacle obstacle = refusal.obstacle();
    if (obstacle.stage() != Stage.UNKNOWN) {
      return obstacle;
    }
    return refusal.getCause() instanceof TimeoutException
        ? new Obstacle(
            Stage.LOGIN,
            "the brokers do not answer after the first connection",
            "check that this machine can reach the advertised.listeners, and that"
                + " kafka.security.protocol and kafka.sasl.mechanism fit that port")
        : new Obstacle(isTls() ? Stage.TLS : Stage.LOGIN, obstacle.what(), null);
  }

  private Check tls() {
    Check well = Check.ok("none, as configured; everyone on the network path can read all data");
    return servers
        .look(this::connect)
        .check(Stage.TLS, "")
        .then(() -> isTls() ? Certificates.taken(WHOSE, servers.at(Stage.LOGIN), clock) : well);
  }

  private boolean isTls() {
    return protocol.endsWith("SSL");
  }

  private Check login() {
    String mechanism = address.client().getOrDefault("sasl.mechanism", "GSSAPI");
    String done = isTls() ? "none but certificates" : "not required";
    String well = protocol.startsWith("SASL") ? "logged in by " + mechanism : done;
    return servers.check(Stage.LOGIN, "").then(() -> Check.ok(well));
  }

  /** Checks the addresses that brokers advertise, which clients use after the first connection. */
  private Check brokers() throws KafkaBrokers.Refusal {
    Check check = advertised(told);
    if (check.outcome() == Outcome.FAILED) {
      return check;
    }
    brokers = KafkaBrokers.of(at(String.join(",", servers.good())));
    Set<AclOperation> rights;
    List<String> all;
    try {
      DescribeClusterResult asked =
          brokers
              .admin()
              .describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true));
      rights = brokers.await(asked.authorizedOperations());
      all = brokers.await(asked.nodes()).stream().map(KafkaBrokers::server).toList();
    } catch (KafkaBrokers.Refusal e) {
      return Check.failed(obstacle(e), null);
    }
    // Of many, those that have the topic must do: each takes a while.
    Check last =
        told.containsAll(all) || all.size() > MAX_CHECKED_BROKERS ? check : advertised(all);
    boolean isOpen = rights == null || rights.contains(AclOperation.DESCRIBE);
    cluster = new Cluster(brokers, advertised, all.size(), isOpen);
    return isTls()
        ? last.then(() -> Certificates.taken(WHOSE, advertised.good(), clock)).then(() -> last)
        : last;
  }

  private Check advertised(Collection<String> all) {
    advertised = new Servers(all).look(this::probe).look(this::connect);
    Check check = advertised.check(Stage.NAME, Stage.UNKNOWN, CONNECTS, ADVERTISED);
    if (check.outcome() == Outcome.OK) {
      return check;
    }
    String from = servers.good().get(0);
    String what = from + " redirects clients to an address that they cannot reach: " + check.what();
    // A client goes past a broker that it does not reach; it fails at one that it does not trust.
    boolean passes =
        check.outcome() == Outcome.WARNING && advertised.at(Stage.TLS).equals(advertised.good());
    return passes ? Check.warning(what, check.cure()) : Check.failed(what, check.cure());
  }

  @Override
  public void close() {
    if (brokers != null) {
      // It waits for its thread, which may wait for a name.
      Steps.daemon(brokers::close).start();
    }
  }
}
