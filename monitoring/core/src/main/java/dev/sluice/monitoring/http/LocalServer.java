package dev.sluice.monitoring.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTTP server with one request for each connection, which takes no input but a path. It is made for
 * programs that must not be disturbed: memory, threads and connections are bounded, whatever
 * clients do. A connection that takes too long to ask or to read is cut off, a head longer than
 * {@value #MAX_HEAD_BYTES} bytes refused. It uses sockets alone: the JDK's own server has limits
 * for the whole process only, which belong to the program, and logs by the program's logging.
 * Thread-safe.
 */
public final class LocalServer implements AutoCloseable {
  private static final int MAX_HEAD_BYTES = 16 << 10;
  private static final int CHECK_INTERVAL_MILLIS = 1_000;
  private static final int DRAIN_MILLIS = 200;
  private static final int MAX_DRAINED_BYTES = 64 << 10;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final Pattern REQUEST =
      Pattern.compile("([!-'*+.\\-0-9A-Z^-z|~]{1,32}) (/[!-~]*) HTTP/1\\.[01]");

  /** Headers with which no browser stores an answer or shows it to another page. */
  private static final String HEADERS =
      """
      Cache-Control: no-store
      X-Content-Type-Options: nosniff
      X-Frame-Options: DENY
      Referrer-Policy: no-referrer
      Cross-Origin-Resource-Policy: same-origin
      Cross-Origin-Opener-Policy: same-origin
      Connection: close
      """;

  private final ServerSocket socket;
  private final Settings settings;
  private final Function<String, Answer> content;
  private final ThreadPoolExecutor threads;
  private final AllowedHosts hosts;
  private final String root;

  /** Open connections, with the {@link System#nanoTime} at which each began. */
  private final Map<Socket, Long> open = new ConcurrentHashMap<>();

  /**
   * Settings of a server.
   *
   * @param threads how its threads are named
   * @param most requests that are answered at a time; as many wait, others are refused
   * @param seconds after which a connection is cut off
   * @param guarded whether at an address that others reach it answers those alone who know a token,
   *     which is drawn at the start and part of each path
   */
  public record Settings(String threads, int most, int seconds, boolean guarded) {}

  /**
   * Answer to a request.
   *
   * @param body not to be changed any more
   * @param header a further header, or an empty text
   */
  public record Answer(int status, String type, byte[] body, String header) {
    /** Returns an answer with a line of text. */
    public static Answer text(int status, String text) {
      return new Answer(status, "text/plain; charset=utf-8", (text + "\n").getBytes(UTF_8), "");
    }
  }

  private LocalServer(
      ServerSocket socket, String host, Settings settings, Function<String, Answer> content) {
    this.socket = socket;
    this.settings = settings;
    this.content = content;
    boolean own = socket.getInetAddress().isLoopbackAddress();
    hosts = own ? new AllowedHosts(host) : null;
    root = own || !settings.guarded() ? "/" : "/" + token() + "/";
    threads =
        new ThreadPoolExecutor(
            settings.most(),
            settings.most(),
            settings.seconds(),
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(settings.most()),
            this::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private static String token() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, settings.threads());
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts a server that listens on an address.
   *
   * @param host a name or an address of this machine
   * @param port 0 for one that is free
   * @param content what is at a path, as {@code /metrics}, a token before it left out; called by
   *     several threads at a time
   * @throws java.net.UnknownHostException if there is no such name
   * @throws java.net.BindException if somebody listens there, or it is none of this machine
   */
  public static LocalServer start(
      String host, int port, Settings settings, Function<String, Answer> content)
      throws IOException {
    ServerSocket socket = new ServerSocket(port, 0, InetAddress.getByName(host));
    LocalServer server = new LocalServer(socket, host, settings, content);
    server.thread(server::accept).start();
    return server;
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** Returns the beginning of each path: a slash, or a token between two slashes. */
  public String root() {
    return root;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        socket.setSoTimeout(open.isEmpty() ? 0 : CHECK_INTERVAL_MILLIS);
        take(socket.accept());
      } catch (SocketTimeoutException e) {
        cutOff();
      } catch (Throwable e) {
        // It is closed, or there is no descriptor, thread or memory left for a client.
        LockSupport.parkNanos(socket.isClosed() ? 0 : PAUSE_NANOS);
      }
    }
  }

  private void take(Socket client) throws IOException {
    try {
      cutOff();
      open.put(client, System.nanoTime());
      if (socket.isClosed()) {
        throw new SocketException("closed"); // close() may have looked before
      }
      threads.execute(() -> serve(client));
    } catch (Throwable e) {
      open.remove(client);
      client.close(); // too many at a time
    }
  }

  private void cutOff() {
    long last = System.nanoTime() - TimeUnit.SECONDS.toNanos(settings.seconds());
    open.forEach(
        (client, begin) -> {
          if (begin - last < 0) {
            close(client);
          }
        });
  }

  private void close(Socket client) {
    try {
      open.remove(client);
      client.close();
    } catch (IOException e) {
      // It is gone then.
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      String head = head(new BufferedInputStream(in));
      send(client.getOutputStream(), answer(head), head.startsWith("HEAD "));
      client.shutdownOutput();
      // What the client still sends is read, else closing would make it lose the answer.
      client.setSoTimeout(DRAIN_MILLIS);
      in.readNBytes(MAX_DRAINED_BYTES);
    } catch (Throwable e) {
      // The client went away or was cut off, or memory is short: nobody else is to notice.
    } finally {
      open.remove(client);
    }
  }

  /** Returns the lines of a request; empty if they are too long. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n", head.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      if (head.append((char) next).length() > MAX_HEAD_BYTES) {
        return "";
      }
    }
    return head.toString();
  }

  private Answer answer(String head) {
    if (head.isEmpty()) {
      return Answer.text(431, "The request is too long.");
    }
    String[] lines = head.split("\r\n");
    Matcher request = REQUEST.matcher(lines.length == 0 ? "" : lines[0]);
    if (!request.matches()) {
      return Answer.text(400, "Bad request.");
    }
    String path = request.group(2).split("\\?", 2)[0];
    if (!hasToken(path)) {
      return Answer.text(404, "Not found.");
    }
    if (hosts != null && !isOurs(lines)) {
      return Answer.text(421, "Host name not allowed: use localhost or an address.");
    }
    if (!request.group(1).equals("GET")) {
      return new Answer(405, "text/plain", "Only GET is allowed.\n".getBytes(UTF_8), "Allow: GET");
    }
    try {
      return content.apply("/" + path.substring(root.length()));
    } catch (RuntimeException e) {
      return Answer.text(500, "Temporarily unavailable.");
    }
  }

  /**
   * Returns whether a path begins with the root; the time does not depend on how much of it is
   * right.
   */
  private boolean hasToken(String path) {
    byte[] begin = path.substring(0, Math.min(path.length(), root.length())).getBytes(UTF_8);
    return MessageDigest.isEqual(begin, root.getBytes(UTF_8));
  }

  private boolean isOurs(String[] lines) {
    List<String> names =
        Arrays.stream(lines).filter(line -> line.regionMatches(true, 0, "Host:", 0, 5)).toList();
    return names.size() == 1 && hosts.allows(names.get(0).substring(5).strip());
  }

  private static void send(OutputStream out, Answer answer, boolean isHead) throws IOException {
    String more = answer.header().isEmpty() ? "" : answer.header() + "\n";
    String length = answer.status() == 204 ? "" : "Content-Length: " + answer.body().length + "\n";
    String head = "HTTP/1.1 " + answer.status() + " \nContent-Type: " + answer.type() + "\n";
    head += more + length + HEADERS + "\n";
    out.write(head.replace("\n", "\r\n").getBytes(ISO_8859_1));
    out.write(answer.body(), 0, isHead ? 0 : answer.body().length);
  }

  /** Closes the port; answers that are being written are cut off. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is given up at the end of the process then.
    }
    open.keySet().forEach(this::close);
    threads.shutdownNow();
  }
}
