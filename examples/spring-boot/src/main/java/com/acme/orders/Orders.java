package com.acme.orders;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Orders {
  private final OrderReadWriter reads;
  private final JdbcClient database;

  Orders(OrderReadWriter reads, JdbcClient database) {
    this.reads = reads;
    this.database = database;
  }

  @GetMapping("/orders/{id}")
  String order(@PathVariable("id") int id) {
    reads.emit(System.nanoTime(), id);
    return "order of "
        + database.sql("select customer from orders where id = " + id).query(String.class).single();
  }

  public static void main(String[] args) {
    SpringApplication.run(Orders.class, args);
  }
}
