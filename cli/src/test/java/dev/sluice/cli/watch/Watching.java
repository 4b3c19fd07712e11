package dev.sluice.cli.watch;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** The command at work, and a client of its page. */
public final class Watching implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final FutureTask<Integer> command;
  private final Thread thread;
  private final HttpClient client = HttpClient.newHttpClient();

  private Watching(List<String> args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    command =
        new FutureTask<>(
            () -> Main.run(new Terminal(out, errors, false), args.toArray(String[]::new)));
    thread = new Thread(command, "watch");
    thread.start();
  }

  /** Starts it on a free port. */
  public static Watching of(String... args) {
    List<String> all = new ArrayList<>(List.of("watch", "--every", "20ms"));
    all.addAll(List.of(args));
    if (!all.contains("--port")) {
      all.addAll(List.of("--port", "0"));
    }
    Watching watching = new Watching(all);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> watching.command.isDone() || watching.output().contains("\n"));
    return watching;
  }

  String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Where the page is. */
  public URI page() {
    return URI.create(output().strip());
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(page().resolve(path)).timeout(PATIENCE).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** What the page shows, as soon as it is like that. */
  public String await(Predicate<String> condition) {
    return await("status.json", condition);
  }

  /** The same of what is under another path. */
  public String await(String path, Predicate<String> condition) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> get(path).body(), condition);
  }

  /** The status line of the answer to a request that no decent client would send. */
  String answer(String request) throws IOException {
    return lines(request).get(0);
  }

  /** All lines of the answer. */
  List<String> lines(String request) throws IOException {
    try (Socket socket = connect(request)) {
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return (answer + "\n").lines().toList();
    }
  }

  /** A connection on which that was sent. */
  Socket connect(String request) throws IOException {
    Socket socket = new Socket("127.0.0.1", page().getPort());
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  /** The exit code of a command that ends by itself. */
  int exitCode() throws Exception {
    return command.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** As Ctrl-C, but for the end of the JVM. */
  @Override
  public void close() {
    thread.interrupt();
    Awaitility.await().atMost(PATIENCE).until(command::isDone);
  }
}
