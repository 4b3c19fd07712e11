package dev.sluice.rawwriters.kafka;

import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaDiagnosis;
import dev.sluice.support.wire.KafkaProbe;
import dev.sluice.support.wire.Obstacle;
import dev.sluice.support.wire.Obstacle.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Client that asks the brokers of an address. An answer that takes longer than 5 s counts as a
 * refusal, unless the address or the caller sets another time; an interrupt is Kafka's {@link
 * InterruptException}. Any thread.
 */
public final class KafkaBrokers implements AutoCloseable {
  private static final Duration BRIEFLY = Duration.ofSeconds(5);
  private static final String REQUEST = AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG;
  private static final String QUESTION = AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG;

  private final KafkaAddress address;
  private final Admin admin;
  private final boolean isPatient;

  /** Thrown if brokers do not answer a question; the cause is what Kafka's client threw. */
  public static final class Refusal extends IOException {
    private static final long serialVersionUID = 1;

    private final transient KafkaAddress address;
    private transient Obstacle obstacle;

    private Refusal(KafkaAddress address, Throwable cause, Obstacle obstacle) {
      super(cause);
      this.address = address;
      this.obstacle = obstacle;
    }

    /**
     * Returns the reason. The first call may ask the servers, see {@link KafkaDiagnosis#obstacle}:
     * it must come before the caller stops them.
     */
    public synchronized Obstacle obstacle() {
      if (obstacle == null) {
        // Kafka answers the questions of this class at once if there is no topic.
        boolean isLate = getCause() instanceof TimeoutException;
        Obstacle found = isLate ? KafkaDiagnosis.unanswered(address, false) : null;
        obstacle =
            !isLate
                ? KafkaDiagnosis.obstacle(address, getCause())
                : found == null
                    ? new Obstacle(Stage.UNKNOWN, address.redact(getCause()), null)
                    : found;
      }
      return obstacle;
    }

    @Override
    public String getMessage() {
      return address + ": " + obstacle();
    }
  }

  private KafkaBrokers(KafkaAddress address, Admin admin, boolean isPatient) {
    this.address = address;
    this.admin = admin;
    this.isPatient = isPatient;
  }

  /**
   * Returns the brokers of an address; whether they are available shows with the first question.
   *
   * @throws Refusal if Kafka refuses its settings
   */
  public static KafkaBrokers of(KafkaAddress address) throws Refusal {
    return of(address, BRIEFLY);
  }

  /**
   * Returns brokers that may be busy: an answer may take as long as the patience. If there is
   * another reason for no answer after 5 s, as a wrong port, it counts as a refusal.
   *
   * @throws Refusal if Kafka refuses its settings
   */
  public static KafkaBrokers of(KafkaAddress address, Duration patience) throws Refusal {
    Map<String, Object> settings = settings(address, patience);
    boolean isPatient = patience.compareTo(BRIEFLY) > 0;
    try {
      return new KafkaBrokers(address, WithOwnLoader.call(() -> Admin.create(settings)), isPatient);
    } catch (KafkaException e) {
      throw new Refusal(address, e, null);
    }
  }

  /** Returns the settings of an address that apply to any client: servers, security, times. */
  private static Map<String, Object> settings(KafkaAddress address, Duration patience) {
    Map<String, Object> settings = new HashMap<>(address.client());
    settings.keySet().retainAll(AdminClientConfig.configNames());
    // The client refuses a request that may take longer than the whole question.
    settings.putIfAbsent(
        REQUEST, settings.getOrDefault(QUESTION, Long.toString(patience.toMillis())));
    settings.putIfAbsent(QUESTION, settings.get(REQUEST));
    settings.put("bootstrap.servers", address.servers());
    settings.put("enable.metrics.push", "false");
    return settings;
  }

  /**
   * Returns the addresses of the brokers that have the topic, as {@code host:port}, from the first
   * server that answers; none if the user must not see the topic, or there is no topic. An admin
   * client connects to them before it returns their addresses, a consumer does not.
   */
  public static List<String> brokerAddresses(KafkaAddress address) throws Refusal {
    Map<String, Object> settings = settings(address, BRIEFLY);
    settings.put("allow.auto.create.topics", "false");
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer =
        WithOwnLoader.call(() -> new KafkaConsumer<>(settings, bytes, bytes))) {
      return consumer.partitionsFor(address.topic()).stream()
          .flatMap(partition -> Stream.of(partition.replicas()))
          .filter(node -> !node.isEmpty())
          .map(KafkaBrokers::server)
          .distinct()
          .toList();
    } catch (TopicAuthorizationException e) {
      return List.of();
    } catch (KafkaException e) {
      throw new Refusal(address, e, null);
    }
  }

  /** Returns the address of a broker as {@code host:port}. */
  public static String server(Node broker) {
    return KafkaProbe.server(broker.host(), broker.port());
  }

  /** Returns the admin client for questions, whose answers {@link #await} waits for. */
  public Admin admin() {
    return admin;
  }

  /** Returns an answer, for which it waits. */
  public <T> T await(KafkaFuture<T> answer) throws Refusal {
    try {
      if (isPatient) {
        lookWhileItWaits(answer);
      }
      return answer.get();
    } catch (ExecutionException e) {
      throw new Refusal(address, e.getCause(), null);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void lookWhileItWaits(KafkaFuture<?> answer)
      throws Refusal, ExecutionException, InterruptedException {
    try {
      answer.get(BRIEFLY.toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      Obstacle found = KafkaDiagnosis.unanswered(address, true);
      if (found != null) {
        throw new Refusal(address, new TimeoutException(e), found);
      }
    }
  }

  /** Returns the topic, and what the user may do with it; null if there is none. */
  public TopicDescription topic() throws Refusal {
    String topic = address.topic();
    DescribeTopicsOptions rights = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    try {
      return await(admin.describeTopics(List.of(topic), rights).topicNameValues().get(topic));
    } catch (Refusal e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw e;
    }
  }

  /**
   * Returns the settings of a topic or a broker by Kafka's names; empty if the user must not see
   * them.
   */
  public Map<String, String> settings(ConfigResource.Type type, String name) throws Refusal {
    ConfigResource resource = new ConfigResource(type, name);
    try {
      return await(admin.describeConfigs(List.of(resource)).all()).get(resource).entries().stream()
          .filter(entry -> entry.value() != null)
          .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    } catch (Refusal e) {
      if (e.getCause() instanceof AuthorizationException) {
        return Map.of();
      }
      throw e;
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
