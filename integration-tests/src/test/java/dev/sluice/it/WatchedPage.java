package dev.sluice.it;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.Exposition;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The command {@code watch} at work, and a client of its page. */
final class WatchedPage implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final HttpClient client = HttpClient.newHttpClient();
  private final FutureTask<Integer> command;
  private final Thread thread;

  /** Starts it on a free port; the arguments are the source and more options. */
  WatchedPage(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    String[] all =
        Stream.concat(Stream.of("watch", "--port", "0", "--every", "20ms"), Stream.of(args))
            .toArray(String[]::new);
    command = new FutureTask<>(() -> Main.run(new Terminal(out, errors, false), all));
    thread = new Thread(command);
    thread.start();
    Awaitility.await().atMost(PATIENCE).until(() -> out.size() > 0);
  }

  private String status() throws Exception {
    return get("status.json");
  }

  /** What it serves to Prometheus, which keeps to the format. */
  Exposition metrics() throws Exception {
    return Exposition.parse(get("metrics"));
  }

  private String get(String path) throws Exception {
    URI page = URI.create(out.toString(StandardCharsets.UTF_8).strip());
    HttpRequest request = HttpRequest.newBuilder(page.resolve(path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** What the page shows, as soon as it is like that. */
  String await(Predicate<String> condition) {
    return Awaitility.await().atMost(PATIENCE).until(this::status, condition);
  }

  /** What it has told on the terminal about itself. */
  List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** As Ctrl-C, but for the end of the JVM. */
  @Override
  public void close() {
    thread.interrupt();
    Awaitility.await().atMost(PATIENCE).until(command::isDone);
  }
}
