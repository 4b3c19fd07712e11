package dev.sluice.tools.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.monitoring.http.LocalServer;
import dev.sluice.monitoring.http.LocalServer.Answer;
import dev.sluice.monitoring.metrics.MetricsText;
import dev.sluice.pages.LivePage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page and what it shows, by the rules of {@link LocalServer}. It has what it serves in
 * memory, so a client that reads slowly keeps nobody else waiting. At an address that others reach
 * it answers those alone who know a token. Thread-safe.
 */
public final class LiveServer implements AutoCloseable, Watched.Screen {
  /** The path of what the page shows, for programs. */
  public static final String DATA = "/status.json";

  /** The path of the figures in Prometheus' format. */
  public static final String METRICS = "/metrics";

  /** Requests that are answered at a time. */
  public static final int MAX_CONCURRENT_REQUESTS = 64;

  private static final int MAX_REQUEST_SECONDS = 10;
  private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LocalServer server;
  private final LivePage page;

  /** Published content by path; its bytes do not change. */
  private final Map<String, byte[]> data =
      new ConcurrentHashMap<>(Map.of(DATA, "{}".getBytes(UTF_8)));

  /** Time of the last request by path, {@link System#nanoTime}. */
  private final Map<String, Long> asked = new ConcurrentHashMap<>();

  private LiveServer(String host, int port, LivePage page) throws IOException {
    this.page = page;
    server =
        LocalServer.start(
            host,
            port,
            new LocalServer.Settings(
                "sluice-watch", MAX_CONCURRENT_REQUESTS, MAX_REQUEST_SECONDS, true),
            this::answer);
  }

  /**
   * Listens.
   *
   * @param host a name or an address of this machine
   * @param port 0 for one that is free
   * @throws java.net.UnknownHostException if there is no such name
   * @throws java.net.BindException if somebody listens there, or it is none of this machine
   */
  public static LiveServer start(String host, int port, LivePage page) throws IOException {
    return new LiveServer(host, port, page);
  }

  /** Returns where it listens. */
  public InetSocketAddress address() {
    return server.address();
  }

  /**
   * Returns the path of the page, with the token without which nobody but this machine gets
   * anything.
   */
  public String path() {
    return server.root();
  }

  /** Publishes the content of a path, which must not be changed afterwards. */
  @Override
  public void show(String path, byte[] bytes) {
    data.put(path, bytes);
  }

  /** Returns whether somebody asked for that path lately. */
  @Override
  public boolean wants(String path) {
    long now = System.nanoTime();
    return now - asked.computeIfAbsent(path, absent -> now - WANTED_NANOS) < WANTED_NANOS;
  }

  private Answer answer(String path) {
    boolean isWanted = asked.computeIfPresent(path, (same, last) -> System.nanoTime()) != null;
    byte[] bytes = data.get(path);
    if ("/".equals(path)) {
      String policy = "Content-Security-Policy: " + page.policy();
      return new Answer(200, "text/html; charset=utf-8", page.html(), policy);
    }
    if (bytes != null) {
      String type = METRICS.equals(path) ? MetricsText.TYPE : "application/json";
      return new Answer(200, type, bytes, "");
    }
    if (isWanted) {
      return new Answer(204, "application/json", new byte[0], ""); // it is being made
    }
    return Answer.text(404, "Only /, " + DATA + " and " + METRICS);
  }

  /** Gives the port up; answers that are being written are cut off. */
  @Override
  public void close() {
    server.close();
  }
}
