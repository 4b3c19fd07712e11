package dev.sluice.spring.shop;

import dev.sluice.api.record.RowSink;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A service of the version of Spring Boot that is on the class path. */
@SpringBootApplication
@RestController
public class Shop {
  /** Reached when a request waits for the end of the service. */
  public final CountDownLatch waiting = new CountDownLatch(1);

  private final CountDownLatch closing = new CountDownLatch(1);
  private final OrderPlacedWriter orders;
  private final RowSink sink;
  private final JdbcClient database;
  private final TransactionTemplate transaction;

  Shop(
      OrderPlacedWriter orders,
      RowSink sink,
      JdbcClient database,
      TransactionTemplate transaction) {
    this.transaction = transaction;
    this.orders = orders;
    this.sink = sink;
    this.database = database;
  }

  @GetMapping("/orders/{id}")
  String order(@PathVariable("id") int id) {
    orders.emit(System.nanoTime(), sink.symbol("Kiel"), id);
    return "order " + id;
  }

  @GetMapping("/sales/{city}")
  String sale(@PathVariable("city") String city) {
    int sold = database.sql("update sales set sold = sold + 1 where city = ?").param(city).update();
    return database
        .sql("select sold from sales where " + sold + " > 0 and city = '" + city + "'")
        .query(String.class)
        .single();
  }

  /** Asks for each article by itself, on a connection for each. */
  @GetMapping("/shelf")
  String shelf() {
    return IntStream.range(1, 21).mapToObj(this::article).collect(Collectors.joining());
  }

  /** Asks for each article by itself, on one connection. */
  @GetMapping("/stock")
  String stock() {
    return transaction.execute(any -> shelf());
  }

  /** Reads a large table. */
  private String article(int number) {
    return database
        .sql("select count(*) from system_range(1, 20000) where mod(x, ?) = 0")
        .param(number)
        .query(String.class)
        .single();
  }

  @GetMapping("/broken")
  String broken() {
    throw new IllegalStateException("no order");
  }

  /** Is answered when the service already ends. */
  @GetMapping("/last")
  String last() throws InterruptedException {
    waiting.countDown();
    closing.await();
    orders.emit(System.nanoTime(), sink.symbol("Kiel"), -1);
    return "last";
  }

  @EventListener(ContextClosedEvent.class)
  void close() {
    closing.countDown();
  }
}
