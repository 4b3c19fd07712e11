package com.acme.parcel;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Small web service with five faults, and its clients: a query for each event of a parcel, a
 * regular expression that takes long for some addresses, one lock for all prices, a mail whose
 * failure nobody learns of, and a list that only grows.
 */
public final class ParcelService {
  static final int CLIENTS = 8;

  private ParcelService() {}

  /** Serves the given number of requests of each client. */
  public static void main(String[] args) throws Exception {
    int requests = Integer.parseInt(args[0]);
    History history = new History(new EventDao(new Pool()));
    Notifier notifier = new Notifier();
    Thread mails = new Thread(notifier::loop, "mails");
    mails.setDaemon(true);
    mails.start();
    Prices prices = new Prices();
    InetAddress local = InetAddress.getLoopbackAddress();
    HttpServer server = HttpServer.create(new InetSocketAddress(local, 0), 0);
    ExecutorService workers = Executors.newFixedThreadPool(CLIENTS);
    server.setExecutor(workers);
    server.createContext("/history", exchange -> answer(exchange, history.show()));
    server.createContext(
        "/address",
        exchange -> answer(exchange, AddressParser.matches(exchange.getRequestURI().getQuery())));
    server.createContext(
        "/price",
        exchange -> {
          notifier.mails.add(exchange.getRequestURI().getQuery());
          answer(exchange, prices.of(exchange.getRequestURI().getQuery()));
        });
    server.start();
    for (int i = 0; i < 5; i++) {
      get(server.getAddress(), "/history");
      get(server.getAddress(), "/address?a");
      get(server.getAddress(), "/price?1");
    }
    CyclicBarrier round = new CyclicBarrier(CLIENTS); // so that the load is the same all the time
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
      int seed = i;
      clients.submit(() -> client(server.getAddress(), new Random(seed), requests, round));
    }
    clients.shutdown();
    clients.awaitTermination(5, TimeUnit.MINUTES);
    server.stop(0);
    workers.shutdown();
  }

  private static Void client(
      InetSocketAddress server, Random random, int requests, CyclicBarrier round) throws Exception {
    for (int i = 0; i < requests; i++) {
      round.await();
      int kind = random.nextInt(10);
      String address = "a,".repeat(random.nextInt(7) == 0 ? 23 : 9);
      get(
          server,
          kind < 3 ? "/history" : kind < 6 ? "/address?" + address : "/price?" + random.nextInt(9));
    }
    return null;
  }

  private static void get(InetSocketAddress server, String path) throws IOException {
    try (Socket socket = new Socket(server.getAddress(), server.getPort())) {
      String request = "GET " + path + " HTTP/1.0\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().readAllBytes();
    }
  }

  private static void answer(HttpExchange exchange, Object what) throws IOException {
    byte[] body = String.valueOf(what).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}

/** Connections of the database. */
final class Pool {
  private final BlockingQueue<Connection> free = new LinkedBlockingQueue<>();

  Pool() throws SQLException {
    for (int i = 0; i < ParcelService.CLIENTS; i++) {
      free.add(DriverManager.getConnection("jdbc:h2:mem:parcels"));
    }
    try (Statement statement = free.element().createStatement()) {
      statement.execute("create table event(id int primary key, text varchar)");
      for (int i = 0; i < 40; i++) {
        statement.execute("insert into event values(" + i + ", 'moved')");
      }
    }
  }

  Connection take() throws InterruptedException {
    return free.take();
  }

  void release(Connection connection) {
    free.add(connection);
  }
}

/** What happened to a parcel; forgets nothing that was ever asked for. */
final class History {
  private final List<byte[]> asked = new ArrayList<>();
  private final EventDao events;

  History(EventDao events) {
    this.events = events;
  }

  int show() {
    synchronized (asked) {
      asked.add(new byte[110 << 10]);
    }
    int length = 0;
    for (int i = 0; i < 40; i++) {
      length += events.find(i).length();
    }
    return length;
  }
}

/** The table of events, behind a pool. */
final class EventDao {
  private final Pool pool;

  EventDao(Pool pool) {
    this.pool = pool;
  }

  String find(int id) {
    try {
      Connection connection = pool.take();
      try {
        return read(connection, id);
      } finally {
        pool.release(connection);
      }
    } catch (InterruptedException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String read(Connection connection, int id) throws SQLException {
    LockSupport.parkNanos(300_000); // the way to the database
    try (PreparedStatement select =
        connection.prepareStatement("select text from event where id = ?")) {
      select.setInt(1, id);
      try (ResultSet result = select.executeQuery()) {
        return result.next() ? result.getString(1) : "";
      }
    }
  }
}

/** Addresses; those of many parts take long. */
final class AddressParser {
  private static final Pattern ADDRESS = Pattern.compile("(.*,){8}P");

  private AddressParser() {}

  static boolean matches(String text) {
    return ADDRESS.matcher(text).matches();
  }
}

/** Prices, behind one lock. */
final class Prices {
  synchronized int of(String parcel) {
    LockSupport.parkNanos(9_000_000); // asks somebody
    return parcel.length();
  }
}

/** Sends mails in a thread of its own. */
final class Notifier {
  final BlockingQueue<String> mails = new LinkedBlockingQueue<>();
  private int sent;

  void loop() {
    while (true) {
      try {
        deliver(mails.take());
      } catch (InterruptedException e) {
        return;
      } catch (IllegalStateException e) {
        continue; // nobody learns of it
      }
    }
  }

  void deliver(String mail) {
    LockSupport.parkNanos(200_000);
    if (++sent % 10 == 0) {
      throw new IllegalStateException("no route for " + mail);
    }
  }
}
