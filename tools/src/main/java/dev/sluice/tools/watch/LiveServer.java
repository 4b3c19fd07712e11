package dev.sluice.tools.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Serves the page and what it shows, to readers alone: it takes no input but a path. It has what it
 * serves in memory, so a client that reads slowly keeps nobody else waiting. At most {@value
 * #MOST_AT_ONCE} requests are answered at a time, others are refused; one that takes longer than
 * {@value #MOST_SECONDS} s to ask or to read is cut off. At an address that others reach it answers
 * those alone who know a token, which is drawn at the start: it is in the path. Thread-safe.
 */
public final class LiveServer implements AutoCloseable, Watched.Screen {
  /** The path of what the page shows, for programs. */
  public static final String DATA = "/status.json";

  /** Requests that are answered at a time. */
  public static final int MOST_AT_ONCE = 64;

  private static final int MOST_SECONDS = 10;
  private static final int MOST_CONNECTIONS = 256;
  private static final int WAITING = 64;
  private static final int TOKEN_BYTES = 16;
  private static final long WANTED_NANOS = TimeUnit.SECONDS.toNanos(10);

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

  /** What was published last by path: bytes that do not change. */
  private final Map<String, byte[]> data =
      new ConcurrentHashMap<>(Map.of(DATA, "{}".getBytes(UTF_8)));

  /** When somebody asked for it last, {@link System#nanoTime}. */
  private final Map<String, Long> asked = new ConcurrentHashMap<>();

  /** What each path begins with: a slash, or a token between two. */
  private final String root;

  private static void set(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  private LiveServer(HttpServer server, InetAddress address, String host, LivePage page) {
    this.server = server;
    this.page = page;
    hosts = new AllowedHosts(host);
    root = address.isLoopbackAddress() ? "/" : "/" + token() + "/";
    threads =
        new ThreadPoolExecutor(
            0, MOST_AT_ONCE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), LiveServer::thread);
  }

  private static String token() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
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
    LiveServer server = new LiveServer(http, address, host, page);
    http.createContext("/", server::answer);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** The path of the page, with the token without which nobody but this machine gets anything. */
  public String path() {
    return root;
  }

  /** From now on this is what programs and the page get there; it is not changed any more. */
  @Override
  public void show(String path, byte[] json) {
    data.put(path, json);
  }

  /** Whether somebody asked for that path lately. */
  @Override
  public boolean wants(String path) {
    long now = System.nanoTime();
    return now - asked.computeIfAbsent(path, absent -> now - WANTED_NANOS) < WANTED_NANOS;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = String.valueOf(exchange.getRequestURI().getPath());
      List<String> host = exchange.getRequestHeaders().get("Host");
      boolean isOurs = host != null && host.size() == 1 && hosts.allows(host.get(0));
      if (!hasToken(path)) {
        text(exchange, 404, "Nothing is here.\n");
      } else if (!isOurs && root.equals("/")) {
        text(exchange, 421, "This page is at localhost or at an address, not at another name.\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        text(exchange, 405, "Only GET.\n");
      } else {
        content(exchange, "/" + path.substring(root.length()));
      }
    }
  }

  /** Whether it begins with the root; how long that takes does not tell how much of it is right. */
  private boolean hasToken(String path) {
    byte[] begin = path.substring(0, Math.min(path.length(), root.length())).getBytes(UTF_8);
    return MessageDigest.isEqual(begin, root.getBytes(UTF_8));
  }

  private void content(HttpExchange exchange, String path) throws IOException {
    boolean isWanted = asked.computeIfPresent(path, (same, last) -> System.nanoTime()) != null;
    byte[] json = data.get(path);
    if ("/".equals(path)) {
      exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
      send(exchange, 200, "text/html; charset=utf-8", page.html());
    } else if (json != null) {
      send(exchange, 200, "application/json", json);
    } else if (isWanted) {
      send(exchange, 204, "application/json", new byte[0]); // it is being made
    } else {
      text(exchange, 404, "Only / and " + DATA + "\n");
    }
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    send(exchange, status, "text/plain; charset=utf-8", text.getBytes(UTF_8));
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
    boolean hasBody = bytes.length > 0 && !exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, hasBody ? bytes.length : -1);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(bytes, 0, hasBody ? bytes.length : 0);
    }
  }

  /** Gives the port up; answers that are being written are cut off. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
