package com.acme.quarkus;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Asks itself for its arguments, each with a trace context, and prints the codes. */
@QuarkusMain
public class Shop implements QuarkusApplication {
  @Inject DataSource orders;

  @ConfigProperty(name = "quarkus.http.port")
  int port;

  public static void main(String[] args) {
    Quarkus.run(Shop.class, args);
  }

  void routes(@Observes Router router) {
    router.get("/vertx/:id").handler(context -> context.response().setStatusCode(202).end());
    router
        .get("/slow/:id")
        .handler(context -> context.vertx().setTimer(10, timer -> context.response().end()));
  }

  @Override
  public int run(String... args) throws Exception {
    try (Connection connection = orders.getConnection();
        PreparedStatement create =
            connection.prepareStatement("CREATE TABLE orders (id INT, customer VARCHAR)")) {
      create.execute();
    }
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < args.length; i++) {
      String parent = "00-12345678901234567890123456789012-%016x-01".formatted(i + 1);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + args[i]))
              .header("traceparent", parent)
              .build();
      System.out.println(client.send(request, BodyHandlers.discarding()).statusCode());
    }
    return 0;
  }

  /** Blocking and not, at once and later. */
  @Path("/orders")
  public static class Orders {
    @Inject DataSource orders;

    @GET
    @Path("/{id}")
    public String order(@PathParam("id") int id) throws SQLException {
      try (Connection connection = orders.getConnection();
          PreparedStatement find =
              connection.prepareStatement("SELECT customer FROM orders WHERE id = ?")) {
        find.setInt(1, id);
        try (ResultSet found = find.executeQuery()) {
          return found.next() ? found.getString(1) : "none";
        }
      }
    }

    @GET
    @NonBlocking
    @Path("/quick/{id}")
    public String quick(@PathParam("id") int id) {
      return "order " + id;
    }

    @GET
    @Path("/later/{id}")
    public Uni<String> later(@PathParam("id") int id) {
      return Uni.createFrom().item("order " + id).onItem().delayIt().by(Duration.ofMillis(10));
    }

    @GET
    @Path("/failing/{id}")
    public String failing(@PathParam("id") int id) {
      throw new IllegalStateException("as asked: " + id);
    }
  }
}
