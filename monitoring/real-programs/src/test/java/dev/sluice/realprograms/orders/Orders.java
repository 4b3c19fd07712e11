package dev.sluice.realprograms.orders;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.annotation.Id;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.CrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application with a database that asks itself and ends. */
@SpringBootApplication
@EnableScheduling
@EnableJdbcRepositories(considerNestedRepositories = true)
public class Orders {
  private static final CountDownLatch CLEANED = new CountDownLatch(1);

  /** Starts it, asks and ends it. */
  public static void main(String[] args) throws Exception {
    SpringApplication application = new SpringApplication(Orders.class);
    try (ConfigurableApplicationContext context = application.run(args)) {
      context
          .getBean(JdbcTemplate.class)
          .execute("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(20))");
      context.getBean(JdbcTemplate.class).update("INSERT INTO orders VALUES (7, 'Ann')");
      context
          .getBean(JdbcTemplate.class)
          .update("INSERT INTO orders SELECT x, 'name ' || x FROM SYSTEM_RANGE(100, 5000)");
      CLEANED.await();
      String port = context.getEnvironment().getProperty("local.server.port");
      HttpClient client = HttpClient.newHttpClient();
      for (String path : List.of("orders/7", "customers/Ann", "later/7", "failing", "nowhere/7")) {
        System.out.println(status(client, port, path));
      }
      for (int i = 0; i < 25; i++) {
        status(client, port, "overview");
      }
    }
  }

  private static int status(HttpClient client, String port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + "/" + path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).statusCode();
  }

  /** A row. */
  @Table("ORDERS")
  public record Order(@Id int id, String customer) {}

  /** Finds them. */
  public interface OrderRepository extends CrudRepository<Order, Integer> {
    /** By a query that is made of the name. */
    List<Order> findByCustomer(String customer);
  }

  /** Works now and then. */
  @Component
  public static class Cleaner {
    @Scheduled(fixedDelay = 3_600_000)
    void clean() {
      CLEANED.countDown();
    }
  }

  /** Answers. */
  @RestController
  public static class Controller {
    private final OrderRepository orders;

    Controller(OrderRepository orders) {
      this.orders = orders;
    }

    @GetMapping("/orders/{id}")
    String order(@PathVariable("id") int id) {
      return orders.findById(id).orElseThrow().customer();
    }

    @GetMapping("/customers/{name}")
    String customer(@PathVariable("name") String name) {
      return orders.findByCustomer(name).toString();
    }

    /** Asks for each customer by itself. */
    @GetMapping("/overview")
    String overview() {
      return IntStream.range(100, 120).mapToObj(i -> customer("name " + i)).toList().toString();
    }

    @GetMapping("/later/{id}")
    Callable<String> later(@PathVariable("id") int id) {
      return () -> order(id);
    }

    @GetMapping("/failing")
    String failing() {
      throw new IllegalStateException("as asked");
    }
  }
}
