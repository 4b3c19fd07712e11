package dev.sluice.cli;

import dev.sluice.rawwriters.kafka.KafkaBrokers;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A real Kafka broker in a JVM of its own. For one thread.
 *
 * @param address where clients connect: {@code 127.0.0.1:41234}
 */
public record BrokerJvm(ChildJvm child, String address) implements AutoCloseable {
  private static final String MAIN = "dev.sluice.testkit.broker.KafkaBroker";
  private static final String KEPT = "dev.sluice.testkit.broker.KeptBroker";
  private static final String READY = "READY ";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Starts it with the class path of this JVM; it is ready on return, after some seconds.
   *
   * @param directory keeps the data; created if missing
   */
  public static BrokerJvm start(Path directory) throws IOException {
    String classPath = System.getProperty("java.class.path");
    return start(List.of("-Xmx512m", "-cp", classPath), directory, child -> {});
  }

  /**
   * Starts a broker with other options of its JVM.
   *
   * @param options of the JVM, its class path among them
   * @param started gets the JVM before it is ready
   */
  public static BrokerJvm start(List<String> options, Path directory, Consumer<ChildJvm> started)
      throws IOException {
    return start(options, List.of(MAIN, directory.toString()), PATIENCE, started);
  }

  /**
   * Starts the distribution's broker, small and soon there.
   *
   * @param directory keeps the data; created if missing
   */
  public static BrokerJvm startSmall(Path directory, Consumer<ChildJvm> started)
      throws IOException {
    return start(small(), directory, started);
  }

  /**
   * Starts a broker for a person: at a chosen address, with its log in the directory, and with data
   * that stays whole when the broker is stopped.
   *
   * @param host the address of this machine to listen on
   * @param port its port, 0 for a free one
   * @param patience how long it may take to be ready
   */
  public static BrokerJvm startKept(
      Path directory, String host, int port, Duration patience, Consumer<ChildJvm> started)
      throws IOException {
    List<String> program = List.of(KEPT, directory.toString(), host, Integer.toString(port));
    return start(small(), program, patience, started);
  }

  /** Returns the first compiler only: it starts sooner and leaves the processors to others. */
  private static List<String> small() {
    String classPath = Home.brokerClassPath();
    return List.of("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath);
  }

  private static BrokerJvm start(
      List<String> options, List<String> program, Duration patience, Consumer<ChildJvm> started)
      throws IOException {
    CompletableFuture<String> ready = new CompletableFuture<>();
    List<String> arguments = new ArrayList<>(List.of("-XX:-UsePerfData"));
    arguments.addAll(options);
    arguments.addAll(program);
    ChildJvm child =
        ChildJvm.start(
            "the Kafka broker",
            arguments,
            line -> {
              if (line.startsWith(READY)) {
                ready.complete(line.substring(READY.length()).strip());
              }
            });
    started.accept(child);
    try {
      return new BrokerJvm(child, await(child, ready, patience));
    } catch (IOException | RuntimeException e) {
      child.close();
      throw e;
    }
  }

  private static String await(ChildJvm child, CompletableFuture<String> ready, Duration patience)
      throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    while (child.isAlive() && System.nanoTime() - end < 0) {
      try {
        return ready.get(100, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Look whether it is still there, and wait on.
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }
    throw child.failure(
        child.isAlive()
            ? "was not ready within " + patience.toSeconds() + " s"
            : "ended during startup");
  }

  /** Creates a topic of one partition. */
  public void createTopic(String name, Map<String, String> settings) throws IOException {
    createTopic(name, 1, settings);
  }

  /** Creates a topic. */
  public void createTopic(String name, int partitions, Map<String, String> settings)
      throws IOException {
    NewTopic wanted =
        new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings);
    KafkaAddress topic = new KafkaAddress(address, name, Map.of());
    try (KafkaBrokers brokers = KafkaBrokers.of(topic, PATIENCE)) {
      brokers.await(brokers.admin().createTopics(List.of(wanted)).all());
    } catch (KafkaBrokers.Refusal e) {
      throw child.failure("could not create a topic: " + e.getMessage());
    }
  }

  /** Fails if the broker is gone. */
  public void checkAlive() {
    if (!child.isAlive()) {
      throw child.failure("ended unexpectedly");
    }
  }

  @Override
  public void close() {
    child.close();
  }
}
