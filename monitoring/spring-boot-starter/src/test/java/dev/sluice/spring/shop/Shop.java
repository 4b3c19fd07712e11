package dev.sluice.spring.shop;

import dev.sluice.api.record.RowSink;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
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

  Shop(OrderPlacedWriter orders, RowSink sink, JdbcClient database) {
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
