package com.acme.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A server whose requests call the server again: the path is a list of ways to call, {@code
 * /send/async/connection}, and each takes the first of them. The answer has what came in.
 */
public final class Relay {
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

  private Relay() throws IOException {
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Each argument is a path, behind it header fields, as {@code /send,tracestate:a=1}. */
  public static void main(String[] args) throws Exception {
    Relay relay = new Relay();
    for (String arg : args) {
      List<String> parts = List.of(arg.split(",(?=[a-z]+:)"));
      HttpURLConnection connection =
          (HttpURLConnection) relay.at(parts.get(0)).toURL().openConnection();
      parts.stream()
          .skip(1)
          .map(field -> field.split(":", 2))
          .forEach(field -> connection.addRequestProperty(field[0], field[1]));
      System.out.print(connection.getResponseCode() == 200 ? read(connection) : "failed\n");
    }
    relay.server.stop(0);
    relay.threads.shutdown();
  }

  private URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String came = path + values(exchange, "traceparent") + values(exchange, "tracestate") + "\n";
    try {
      String rest = path.length() > 1 ? handle(path) : "";
      byte[] body = (came + rest).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    } catch (Exception e) {
      exchange.sendResponseHeaders(500, -1);
      throw new IllegalStateException(e);
    }
  }

  private static String values(HttpExchange exchange, String name) {
    List<String> values = exchange.getRequestHeaders().getOrDefault(name, List.of());
    return values.stream().map(value -> " " + value).collect(Collectors.joining());
  }

  /** What is monitored. */
  private String handle(String path) throws Exception {
    int end = path.indexOf('/', 1);
    String way = path.substring(1, end < 0 ? path.length() : end);
    return call(way, at(end < 0 ? "/" : path.substring(end)));
  }

  private String call(String way, URI uri) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(uri).header("accept", "text/plain").build();
    switch (way) {
      case "send":
        return client.send(request, BodyHandlers.ofString()).body();
      case "async":
        return client.sendAsync(request, BodyHandlers.ofString()).get().body();
      case "pool":
        return threads.submit(() -> client.send(request, BodyHandlers.ofString()).body()).get();
      case "own":
        HttpRequest own =
            HttpRequest.newBuilder(uri)
                .header("traceparent", "00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01")
                .build();
        return client.send(own, BodyHandlers.ofString()).body();
      case "post":
        HttpURLConnection post = (HttpURLConnection) uri.toURL().openConnection();
        post.setDoOutput(true);
        post.getOutputStream().write(1);
        return read(post);
      case "connect":
        HttpURLConnection connected = (HttpURLConnection) uri.toURL().openConnection();
        connected.connect();
        return read(connected);
      case "fail":
        throw new IOException("as asked");
      default:
        throw new IllegalArgumentException(way);
    }
  }

  private static String read(HttpURLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
