package dev.sluice.testkit.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker in this JVM: broker and controller in one (KRaft), one node; {@link
 * BrokerCluster} has several. All Kafka internals that Sluice touches are in this class. Everything
 * is replicated once, and a consumer group starts at once. Messages may have up to 1 MiB, Kafka's
 * default. Methods may be called by any thread.
 *
 * <p>Both sockets are bound before Kafka starts and handed over, so no other process can take a
 * port in between.
 */
public final class KafkaBroker implements AutoCloseable {
  /** Address of the loopback interface, which only this machine can reach. */
  static final String HOST = "127.0.0.1";

  private static final String CONTROLLER = "CONTROLLER";
  // One for all, so that a directory can be started from again.
  private static final String CLUSTER = "c2x1aWNlLXRlc3RraXQtMQ";
  private static final Duration ADMIN_TIME = Duration.ofSeconds(10);
  private static final List<String> INTERNAL =
      List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic");

  // Held, because the JVM forgets the level of a logger that nobody refers to.
  static final List<Logger> LOGGERS =
      List.of(
          Logger.getLogger("org.apache.kafka"),
          Logger.getLogger("kafka"),
          Logger.getLogger("state.change.logger"));

  private final String address;
  private final int port;
  private final BoundSockets sockets;
  private final Metrics metrics = new Metrics();
  private final ControllerServer controller;
  private final BrokerServer broker;
  private boolean closed;

  private KafkaBroker(
      KafkaConfig config, BoundSockets sockets, Map<Integer, InetSocketAddress> voters) {
    address = sockets.address();
    port = sockets.brokerPort();
    this.sockets = sockets;
    var meta =
        KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(KafkaBroker.class), "");
    SharedServer shared =
        new SharedServer(
            config,
            meta._1(),
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(voters),
            List.of(),
            new StandardFaultHandlerFactory(),
            sockets);
    controller =
        voters.containsKey(config.nodeId())
            ? new ControllerServer(shared, KafkaRaftServer.configSchema(), meta._2())
            : null;
    broker = new BrokerServer(shared);
  }

  /**
   * Starts a broker on a free port of the loopback address; it is ready on return, after 1 to 3 s
   * for the first in a JVM.
   *
   * @param directory keeps the data; created if missing; a broker that used it before is continued.
   *     It must stay until {@link #close}: Kafka ends the JVM if its directory vanishes
   */
  public static KafkaBroker start(Path directory) throws IOException {
    return start(directory, 0, Map.of());
  }

  /**
   * Starts a broker on a given port, for a broker that is restarted; it is ready on return.
   *
   * @param port the port, or 0 for a free one
   * @param settings broker settings that win over the ones above
   */
  public static KafkaBroker start(Path directory, int port, Map<String, String> settings)
      throws IOException {
    return start(directory, CLUSTER, HOST, port, settings);
  }

  /**
   * Starts a broker of a given cluster, on another address of this machine; it is ready on return.
   *
   * @param cluster its id, that of the directory if that was used before
   */
  static KafkaBroker start(
      Path directory, String cluster, String host, int port, Map<String, String> settings)
      throws IOException {
    BoundSockets sockets = BoundSockets.bind(host, port, 0);
    Map<Integer, InetSocketAddress> voters = Map.of(1, sockets.controllerAddress());
    return start(directory, cluster, 1, sockets, voters, settings);
  }

  /**
   * Starts a broker with further listeners, for clients that log in or encrypt; without settings
   * for logins the first listener stays open to anybody.
   *
   * @param listeners the protocol of each, as {@code SASL_SSL}, by its name in upper case
   * @param change of the broker's settings, among which are {@code advertised.listeners}
   */
  public static KafkaBroker start(
      Path directory, Map<String, String> listeners, Consumer<Map<String, String>> change)
      throws IOException {
    BoundSockets sockets = BoundSockets.bind(HOST, 0, 0);
    Map<Integer, InetSocketAddress> voters = Map.of(1, sockets.controllerAddress());
    return start(directory, 1, sockets, voters, listeners, change);
  }

  /**
   * Starts another broker of this one's cluster in this JVM; it is closed before this one.
   *
   * @param node its number, from 2
   */
  public KafkaBroker join(
      Path directory, int node, Map<String, String> listeners, Consumer<Map<String, String>> change)
      throws IOException {
    Map<Integer, InetSocketAddress> voters = Map.of(1, sockets.controllerAddress());
    return start(directory, node, BoundSockets.bind(HOST, 0, 0), voters, listeners, change);
  }

  private static KafkaBroker start(
      Path directory,
      int node,
      BoundSockets sockets,
      Map<Integer, InetSocketAddress> voters,
      Map<String, String> listeners,
      Consumer<Map<String, String>> change)
      throws IOException {
    for (String listener : listeners.keySet()) {
      sockets.add(listener, HOST);
    }
    Properties known = properties(directory, sockets, node, voters);
    Map<String, String> all = new HashMap<>();
    listeners.forEach(
        (name, protocol) -> {
          extend(all, known, "listeners", name + "://" + HOST + ":" + sockets.port(name));
          extend(all, known, "advertised.listeners", name + "://localhost:" + sockets.port(name));
          extend(all, known, "listener.security.protocol.map", name + ":" + protocol);
        });
    change.accept(all);
    return start(directory, CLUSTER, node, sockets, voters, all);
  }

  private static void extend(
      Map<String, String> all, Properties known, String setting, String more) {
    all.merge(setting, known.getProperty(setting) + "," + more, (old, first) -> old + "," + more);
  }

  /**
   * Starts one of several brokers that are one cluster: topics have a replica on each, and a
   * message is acknowledged when all but one have it. So any one of them may be killed. Returns
   * when a majority is there.
   *
   * @param directory of this node alone
   * @param node its number, from 1
   * @param ports of all nodes: of the broker and of the controller
   */
  static KafkaBroker startMember(Path directory, int node, List<BrokerCluster.Ports> ports)
      throws IOException {
    int count = ports.size();
    Map<String, String> settings = new HashMap<>();
    for (String internal : INTERNAL) {
      settings.put(internal + ".replication.factor", Integer.toString(count));
    }
    settings.put("transaction.state.log.min.isr", Integer.toString(count - 1));
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
    settings.put("default.replication.factor", Integer.toString(count));
    settings.put("min.insync.replicas", Integer.toString(count - 1));
    // Of a broker that is killed: until others lead its partitions.
    settings.put("broker.session.timeout.ms", "2000");
    Map<Integer, InetSocketAddress> voters = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      voters.put(i + 1, new InetSocketAddress(HOST, ports.get(i).controller()));
    }
    BrokerCluster.Ports own = ports.get(node - 1);
    BoundSockets sockets = BoundSockets.bind(HOST, own.broker(), own.controller());
    return start(directory, CLUSTER, node, sockets, voters, settings);
  }

  private static KafkaBroker start(
      Path directory,
      String cluster,
      int node,
      BoundSockets sockets,
      Map<Integer, InetSocketAddress> voters,
      Map<String, String> settings)
      throws IOException {
    quiet();
    KafkaBroker started = null;
    try {
      Files.createDirectories(directory);
      Properties properties = properties(directory, sockets, node, voters);
      properties.putAll(settings);
      format(directory, cluster, node);
      KafkaBroker kafka = new KafkaBroker(new KafkaConfig(properties), sockets, voters);
      kafka.startUp();
      started = kafka;
      return kafka;
    } finally {
      if (started == null) {
        sockets.close();
      }
    }
  }

  private void startUp() {
    try {
      if (controller != null) {
        controller.startup();
      }
      broker.startup();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static void quiet() {
    for (Logger logger : LOGGERS) {
      if (logger.getLevel() == null) {
        logger.setLevel(Level.SEVERE);
      }
    }
  }

  private static void format(Path directory, String cluster, int node) throws IOException {
    try {
      new Formatter()
          .setPrintStream(
              new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
          .setNodeId(node)
          .setClusterId(cluster)
          .addDirectory(directory.toString())
          .setMetadataLogDirectory(Optional.of(directory.toString()))
          .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
          .setControllerListenerName(CONTROLLER)
          .setIgnoreFormatted(true)
          .run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("cannot format " + directory + ": " + e.getMessage(), e);
    }
  }

  private static Properties properties(
      Path directory, BoundSockets sockets, int node, Map<Integer, InetSocketAddress> voters) {
    Properties p = new Properties();
    String client = "PLAINTEXT://" + sockets.address();
    boolean controls = voters.containsKey(node);
    String controller = "," + CONTROLLER + "://" + HOST + ":" + sockets.controllerPort();
    p.put("process.roles", controls ? "broker,controller" : "broker");
    p.put("node.id", Integer.toString(node));
    p.put(
        "controller.quorum.voters",
        voters.entrySet().stream()
            .map(voter -> voter.getKey() + "@" + HOST + ":" + voter.getValue().getPort())
            .collect(Collectors.joining(",")));
    p.put("listeners", client + (controls ? controller : ""));
    p.put("advertised.listeners", client);
    p.put("controller.listener.names", CONTROLLER);
    p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    p.put("inter.broker.listener.name", "PLAINTEXT");
    p.put("log.dirs", directory.toString());
    p.put("auto.create.topics.enable", "false");
    p.put("group.initial.rebalance.delay.ms", "0");
    p.put("group.min.session.timeout.ms", "1000");
    for (String internal : INTERNAL) {
      p.put(internal + ".num.partitions", "1");
      p.put(internal + ".replication.factor", "1");
    }
    p.put("transaction.state.log.min.isr", "1");
    p.put("share.coordinator.state.topic.min.isr", "1");
    // Each partition maps two index files of this size.
    p.put("log.index.size.max.bytes", "1048576");
    p.put("log.cleaner.enable", "false");
    p.put("num.network.threads", "2");
    p.put("num.io.threads", "2");
    p.put("background.threads", "2");
    p.put("broker.heartbeat.interval.ms", "500");
    p.put("controller.quorum.election.timeout.ms", "100");
    p.put("controller.quorum.fetch.timeout.ms", "500");
    return p;
  }

  /** Returns the address that clients connect to: {@code 127.0.0.1:41234}. */
  public String bootstrapServers() {
    return address;
  }

  /** Returns the address that clients of a further listener connect to: {@code localhost:41235}. */
  public String bootstrapServers(String listener) {
    return "localhost:" + sockets.port(listener);
  }

  /** Returns the port clients connect to. */
  public int port() {
    return port;
  }

  /**
   * Creates a topic and returns when it can be used.
   *
   * @param config topic settings: {@code max.message.bytes}
   * @throws IllegalStateException if it cannot be created, because it exists for instance
   */
  public void createTopic(String name, int partitions, Map<String, String> config) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      NewTopic topic =
          new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(config);
      admin.createTopics(List.of(topic)).all().get(ADMIN_TIME.toMillis(), TimeUnit.MILLISECONDS);
      await(admin, name);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("cannot create topic " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating topic " + name, e);
    }
  }

  /** Adds partitions to a topic until it has {@code partitions}. */
  public void addPartitions(String topic, int partitions) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      admin
          .createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
          .all()
          .get(ADMIN_TIME.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("cannot add partitions to " + topic, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while adding partitions to " + topic, e);
    }
  }

  /** Waits until the broker knows a topic, because the controller knows it a moment earlier. */
  private static void await(Admin admin, String topic)
      throws InterruptedException, ExecutionException, TimeoutException {
    long end = System.nanoTime() + ADMIN_TIME.toNanos();
    while (!admin
        .listTopics()
        .names()
        .get(ADMIN_TIME.toMillis(), TimeUnit.MILLISECONDS)
        .contains(topic)) {
      if (System.nanoTime() - end > 0) {
        throw new TimeoutException(topic + " did not appear");
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Stops the broker; the directory keeps its data. Idempotent; takes about 0.2 s. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      // Less, and a busy machine does not sign off; then the next start waits for the session to
      // end.
      broker.shutdown(Duration.ofSeconds(5));
      broker.awaitShutdown();
      if (controller != null) {
        controller.shutdown();
        controller.awaitShutdown();
      }
      metrics.close();
    }
  }

  /**
   * Runs a broker until standard input ends: prints {@code READY host:port} when it is ready.
   *
   * @param args the data directory; for a member of a cluster also its number from 1, and the ports
   *     of all, {@code 9001:9002,9003:9004,9005:9006}: of each the broker's and the controller's
   */
  public static void main(String[] args) throws IOException {
    if (args.length != 1 && args.length != 3) {
      System.err.println("usage: KafkaBroker DIRECTORY [NODE PORTS]");
      System.exit(2);
    }
    Path directory = Path.of(args[0]);
    try (KafkaBroker kafka =
        args.length == 1
            ? start(directory)
            : startMember(
                directory, Integer.parseInt(args[1]), BrokerCluster.Ports.parse(args[2]))) {
      System.out.println("READY " + kafka.bootstrapServers());
      System.out.flush();
      System.in.transferTo(OutputStream.nullOutputStream());
    }
    // Kafka leaves threads behind that would keep the JVM for a while.
    System.exit(0);
  }
}
