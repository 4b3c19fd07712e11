package dev.sluice.benchmarks;

import dev.sluice.cli.ChildJvm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A real Kafka broker in a JVM of its own. For one thread. */
public final class BrokerJvm implements AutoCloseable {
  private static final String MAIN = "dev.sluice.testkit.broker.KafkaBroker";
  private static final String READY = "READY ";
  private static final long PATIENCE_SECONDS = 60;

  private final ChildJvm child;
  private final String address;

  private BrokerJvm(ChildJvm child, String address) {
    this.child = child;
    this.address = address;
  }

  /**
   * Starts it; it is ready on return, after some seconds.
   *
   * @param directory keeps the data; created if missing
   */
  public static BrokerJvm start(Path directory) throws IOException {
    CompletableFuture<String> ready = new CompletableFuture<>();
    ChildJvm child =
        ChildJvm.start(
            "the Kafka broker",
            List.of(
                "-Xmx512m",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                directory.toString()),
            line -> {
              if (line.startsWith(READY)) {
                ready.complete(line.substring(READY.length()).strip());
              }
            });
    try {
      return new BrokerJvm(child, ready.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      child.close();
      throw child.failure("was not ready within " + PATIENCE_SECONDS + " s");
    } catch (InterruptedException e) {
      child.close();
      throw new InterruptedIOException();
    }
  }

  /** Creates a topic of one partition. */
  public void createTopic(String name, Map<String, String> settings) throws IOException {
    createTopic(name, 1, settings);
  }

  /** Creates a topic. */
  public void createTopic(String name, int partitions, Map<String, String> settings)
      throws IOException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      NewTopic topic =
          new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings);
      admin.createTopics(List.of(topic)).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw child.failure("made no topic: " + e.getMessage());
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }

  /** Where clients connect: {@code 127.0.0.1:41234}. */
  public String address() {
    return address;
  }

  @Override
  public void close() {
    child.close();
  }
}
