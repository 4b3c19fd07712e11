package dev.sluice.cli.demo;

import dev.sluice.cli.ChildJvm;
import dev.sluice.cli.Home;
import java.io.IOException;
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

/** A real broker in a child JVM, with one topic. */
public final class DemoBroker {
  private static final String MAIN = "dev.sluice.testkit.broker.KafkaBroker";
  private static final String READY = "READY ";
  private static final String TOPIC = "sluice-demo";
  private static final long START_SECONDS = 60;

  private final String address;
  private final ChildJvm child;

  private DemoBroker(String address, ChildJvm child) {
    this.address = address;
    this.child = child;
  }

  /** Starts it; it ends when {@code cleanup} does. */
  public static DemoBroker start(Path directory, Cleanup cleanup)
      throws IOException, InterruptedException {
    CompletableFuture<String> ready = new CompletableFuture<>();
    // The first compiler only: it starts sooner and leaves the processors to the program.
    List<String> arguments =
        List.of(
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            Home.brokerClassPath(),
            MAIN,
            directory.toString());
    ChildJvm child =
        cleanup.add(
            ChildJvm.start(
                "the Kafka broker",
                arguments,
                line -> {
                  if (line.startsWith(READY)) {
                    ready.complete(line.substring(READY.length()).strip());
                  }
                }));
    DemoBroker broker = new DemoBroker(await(child, ready), child);
    broker.createTopic();
    return broker;
  }

  private static String await(ChildJvm child, CompletableFuture<String> ready)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (child.isAlive() && System.nanoTime() - end < 0) {
      try {
        return ready.get(100, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // Look whether it is still there, and wait on.
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    throw child.failure(
        child.isAlive() ? "was not ready within " + START_SECONDS + " s" : "ended at its start");
  }

  private void createTopic() throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
      NewTopic topic = new NewTopic(TOPIC, Optional.of(1), Optional.empty());
      admin.createTopics(List.of(topic)).all().get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw child.failure("made no topic: " + e.getMessage());
    }
  }

  /** Fails if the broker is gone. */
  void checkAlive() {
    if (!child.isAlive()) {
      throw child.failure("ended while it was needed");
    }
  }

  /** Host and port. */
  public String address() {
    return address;
  }

  /** The topic as a sink or source. */
  public String uri() {
    return "kafka://" + address + "/" + TOPIC;
  }
}
