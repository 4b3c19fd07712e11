package dev.sluice.tools.watch;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.pages.LivePage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page and what it shows, to readers alone: it takes no input but a path. It has what it
 * serves in memory, so a client that reads slowly keeps nobody else waiting. At most {@value
 * #MOST_AT_ONCE} requests are answered at a time, others are refused; one that takes longer than
 * {@value #MOST_SECONDS} s to ask or to read is cut off. Thread-safe.
 */
public final class LiveServer implements AutoCloseable {
  static final String DATA = "/status.json";

  /** Requests that are answered at a time. */
  public static final int MOST_AT_ONCE = 64;

  private static final int MOST_SECONDS = 10;
  private static final int MOST_CONNECTIONS = 256;
  private static final int WAITING = 64;

  static {
    // The server of the JDK reads them when its class is loaded, and has no other way to be told.
    set("sun.net.httpserver.maxReqTime", MOST_SECONDS);
    set("sun.net.httpserver.maxRspTime", MOST_SECONDS);
    set("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
  }

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final AllowedHosts hosts;
  private final LivePage page;

  /** What was published last; whoever reads it sees all its bytes, as they do not change. */
  private volatile byte[] data = "{}".getBytes(StandardCharsets.UTF_8);

  private static void set(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  private LiveServer(HttpServer server, String host, LivePage page) {
    this.server = server;
    this.page = page;
    hosts = new AllowedHosts(host);
    threads =
        new ThreadPoolExecutor(
            0, MOST_AT_ONCE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), LiveServer::thread);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "sluice-watch");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Listens.
   *
   * @param host a name or an address of this machine
   * @param port 0 for one that is free
   * @throws UnknownHostException if it is none of this machine
   * @throws BindException if somebody else listens there
   */
  public static LiveServer start(String host, int port, LivePage page) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    HttpServer http = HttpServer.create(new InetSocketAddress(address, port), WAITING);
    LiveServer server = new LiveServer(http, host, page);
    http.createContext("/", server::answer);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** From now on this is what programs and the page get; it is not changed any more. */
  public void publish(byte[] json) {
    data = json;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      List<String> host = exchange.getRequestHeaders().get("Host");
      if (host == null || host.size() != 1 || !hosts.allows(host.get(0))) {
        text(exchange, 421, "This page is at localhost or at an address, not at another name.\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        text(exchange, 405, "Only GET.\n");
      } else if ("/".equals(path)) {
        exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
        send(exchange, 200, "text/html; charset=utf-8", page.html());
      } else if (DATA.equals(path)) {
        send(exchange, 200, "application/json", data);
      } else {
        text(exchange, 404, "Only / and " + DATA + "\n");
      }
    }
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    send(exchange, status, "text/plain; charset=utf-8", bytes);
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] bytes)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  /** Gives the port up; answers that are being written are cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
