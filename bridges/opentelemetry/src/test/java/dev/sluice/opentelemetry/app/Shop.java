package dev.sluice.opentelemetry.app;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A server and its client in one program, which knows nothing of monitoring. */
public final class Shop {
  private Shop() {}

  /** Asks so many times and ends, or goes on for ever. */
  public static void main(String[] args) throws Exception {
    int most = Integer.parseInt(args[0]);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/orders",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    HttpClient client = HttpClient.newHttpClient();
    URI orders = URI.create("http://localhost:" + server.getAddress().getPort() + "/orders");
    for (int i = 1; i != most + 1; i++) {
      HttpResponse<Void> answer =
          client.send(
              HttpRequest.newBuilder(orders).build(), HttpResponse.BodyHandlers.discarding());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("answered " + answer.statusCode());
      }
      System.out.println(i);
    }
    server.stop(0);
  }
}
