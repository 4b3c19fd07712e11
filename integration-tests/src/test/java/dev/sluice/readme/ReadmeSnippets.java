package dev.sluice.readme;

import com.acme.shop.OrderPlaced;
import com.acme.shop.OrderPlacedReader;
import com.acme.shop.OrderPlacedWriter;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** The code of the README; {@link ReadmeTest} holds the two together and runs it. */
final class ReadmeSnippets {
  private ReadmeSnippets() {}

  static CollectorReport emit(String uri) {
    // snippet: emit
    Monitor monitor = Monitor.to(uri); // "file:orders", "kafka://broker:9092/orders"
    OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
    Symbol shop = monitor.sink().symbol("Kiel");
    orders.emit(System.nanoTime(), shop, "Ada", 19.90); // allocates nothing, never blocks
    CollectorReport report = monitor.close(Duration.ofSeconds(5));
    // end
    return report;
  }

  static void consume(String uri, Consumer<OrderPlaced> bill, Consumer<Object> print)
      throws IOException {
    // snippet: consume
    try (RecordStream stream = RecordStream.builder(uri).open()) { // kafka://…?until=end
      stream.drain(RecordStream.typed(OrderPlacedReader.create(), bill));
      print.accept(stream.audit()); // complete, or what is missing, by producer and cause
    }
    // end
  }

  static void generic(String uri, Consumer<Object> print) throws IOException {
    try (RecordStream stream = RecordStream.builder(uri).open()) {
      stream.stream()
          .filter(record -> record.type().name().equals("shop.order_placed"))
          .forEach(record -> print.accept(record.value("customer")));
    }
  }
}
