package com.acme.shop;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import java.time.Duration;

public final class Shop {
  public static void main(String[] args) {
    Monitor monitor = Monitor.to(args[0]);
    OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
    Symbol kiel = monitor.sink().symbol("Kiel"); // registered once, not for every order
    for (int i = 1; i <= 1000; i++) {
      orders.emit(System.nanoTime(), kiel, "customer " + i, 0.5);
    }
    System.out.println(monitor.close(Duration.ofSeconds(5)));
  }
}
