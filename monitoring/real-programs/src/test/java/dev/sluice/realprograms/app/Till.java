package dev.sluice.realprograms.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A web server before a database, and clients on threads of a pool; prints answers and ends. */
public final class Till {
  private static final String DATABASE = "jdbc:h2:mem:till;DB_CLOSE_DELAY=-1";

  private final HttpClient client = HttpClient.newHttpClient();
  private HttpServer server;

  private Till() {}

  /** Starts it, asks and ends it. */
  public static void main(String[] args) throws Exception {
    fill();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Till till = new Till();
    till.open(pool);
    till.ask(Integer.parseInt(args[0]));
    till.server.stop(0);
    pool.shutdown();
  }

  private static void fill() throws SQLException {
    try (Connection connection = DriverManager.getConnection(DATABASE);
        Statement statement = connection.createStatement()) {
      statement.execute("create table item(id int primary key, price int)");
      for (int i = 0; i < 10; i++) {
        statement.execute("insert into item values(" + i + ", " + i * 31 % 97 + ")");
      }
    }
  }

  private void open(ExecutorService pool) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(pool);
    server.createContext("/price", this::answer);
    server.start();
  }

  private void ask(int times) throws Exception {
    ExecutorService askers = Executors.newFixedThreadPool(3);
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      int item = i % 12;
      answers.add(askers.submit(() -> get(item)));
    }
    for (Future<String> answer : answers) {
      System.out.println(answer.get());
    }
    askers.shutdown();
  }

  private String get(int item) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/price?" + item);
    HttpResponse<String> answer =
        client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    return item + ": " + answer.statusCode() + " " + answer.body();
  }

  private void answer(HttpExchange exchange) throws IOException {
    int status = 200;
    String text;
    try {
      text = "costs " + price(Integer.parseInt(exchange.getRequestURI().getQuery()));
    } catch (IllegalArgumentException | SQLException e) {
      status = 404;
      text = e.getMessage();
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static int price(int item) throws SQLException {
    try (Connection connection = DriverManager.getConnection(DATABASE);
        PreparedStatement query =
            connection.prepareStatement("select price from item where id = ?")) {
      query.setInt(1, item);
      try (ResultSet rows = query.executeQuery()) {
        if (!rows.next()) {
          throw new IllegalArgumentException("no item " + item);
        }
        return rows.getInt(1);
      }
    }
  }
}
