package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Chunks;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.laboratory.Service;
import dev.sluice.cli.laboratory.Service.Failure;
import dev.sluice.cli.laboratory.Service.Lane;
import dev.sluice.cli.trace.Programs;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.records.CpuUtilizationReader;
import dev.sluice.monitoring.records.GarbageCollectionReader;
import dev.sluice.monitoring.records.JvmHeapReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Recordings whose pages are looked at. */
final class PageRecordings {
  private static final Path DATA = Path.of(System.getProperty("sluice.data", "../../shared/data"));
  private static final List<String> LOGS =
      List.of(
          "bookstore-2010-oer",
          "jpetstore-2015-mixed",
          "kieker-self-2017-mixed",
          "distributed-333-traces-2010-oer");

  private PageRecordings() {}

  /**
   * A recording.
   *
   * @param source what is analysed
   */
  record Named(String name, Path source) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Those of which each has shown something that the others cannot. */
  static List<Named> few(Path folder) throws IOException {
    return List.of(
        new Named("shop", shop().write(folder.resolve("shop"))),
        new Named("fast", fast(20_000).write(folder.resolve("fast"))),
        new Named("lossy", shop().lose(2).drop(5_000).write(folder.resolve("lossy"))),
        new Named("empty", Chunks.file(folder.resolve("empty"), nothing())),
        new Named("joined", joined(folder.resolve("joined"))),
        new Named("batch", batch().write(folder.resolve("batch"))),
        new Named("faults", faults().write(folder.resolve("faults"))));
  }

  /** All, also large ones and those of others. */
  static List<Named> all(Path folder) throws IOException {
    List<Named> all = new ArrayList<>(few(folder));
    all.add(new Named("two", two(folder.resolve("two"))));
    all.add(new Named("usual", Steps.one().service().write(folder.resolve("usual"))));
    for (String log : LOGS) {
      if (Files.isDirectory(DATA.resolve(log))) {
        Path file = folder.resolve(log + ".slu");
        Terminal nowhere = new Terminal(new ByteArrayOutputStream(), System.err, false);
        String[] words = {"convert", DATA.resolve(log).toString(), "--to", file.toString()};
        assertThat(Main.run(nowhere, words)).isZero();
        all.add(new Named(log, file));
      } else {
        System.out.println("skipped: no log " + DATA.resolve(log) + "; -Dsluice.data=DIR");
      }
    }
    all.add(new Named("large", fast(400_000).write(folder.resolve("large"))));
    return all;
  }

  private static byte[] nothing() {
    return Chunks.only(7, "app", Chunks.notes(3, "no call"), 1_700_000_000_000_000_000L);
  }

  /** A slow start, a lock from the middle on, failures, a tail and an instant without progress. */
  static Service shop() {
    return new Service(11).pause(2_200, 170).serve(8, 500, 4_000, PageRecordings::order);
  }

  private static void order(Lane lane) {
    double slower = lane.seconds() < 0.4 ? 4 : 1;
    double kind = lane.random();
    if (kind < 0.4) {
      lane.call(
          "Product.show",
          () -> {
            lane.call("Db.query", 900 * slower);
            lane.call("View.render", 400 * slower);
          });
    } else if (kind < 0.7) {
      lane.call(
          "Cart.show",
          () -> {
            lane.call("Session.load", 300 * slower);
            lane.call("Db.query", 1_500 * slower);
            if (lane.chance(0.06)) {
              throw new Failure();
            }
          });
    } else if (kind < 0.9) {
      lane.call(
          "Stock.book",
          () -> {
            lane.call("Lock.await", lane.seconds() < 1.6 ? 50 * slower : 5_000);
            lane.call("Stock.store", 60 * slower);
          });
    } else {
      lane.call("Image.get", () -> lane.call("Cache.get", lane.chance(0.03) ? 90_000 : 600));
    }
  }

  /**
   * A query for each item, two times of one kind, an expensive kind, a lock for a while; samples.
   */
  static Service faults() {
    Service service = new Service(16).serve(8, 500, 4_000, PageRecordings::fault);
    for (int second = 1; second < 12; second++) {
      long time = Service.START + second * 1_000_000_000L;
      double busy = second < 6 ? 0.2 + 0.01 * second : 0.9;
      for (String cpu : List.of("0", "1")) {
        Object[] values = {time, "host", cpu, busy / 2, busy / 2, 0.0, 0.0, 0.0, busy, 1 - busy};
        service.record(CpuUtilizationReader.TYPE, time, values);
      }
      Object[] heap = {time, "host", "vm", 900L, 100L * second, 500L, 50L, -1L, 70L, 80L, 10L, 3};
      service.record(JvmHeapReader.TYPE, time, heap);
      Object[] collected = {time, "host", "vm", "young", 2L * second, 15L * second * second};
      service.record(GarbageCollectionReader.TYPE, time, collected);
    }
    return service;
  }

  private static void fault(Lane lane) {
    double kind = lane.random();
    if (kind < 0.25) {
      Runnable item = () -> lane.call("Items.find", () -> lane.call("Db.query", 500));
      lane.call("Order.history", () -> Faults.times(12, item));
    } else if (kind < 0.5) {
      boolean isSlow = lane.chance(0.3);
      lane.call("Image.get", () -> lane.call("Cache.get", isSlow ? 30_000 : 500));
    } else if (kind < 0.52) {
      lane.call(
          "QuarterlyReportOfAllDepartmentsController.build", () -> lane.call("Rows.read", 400_000));
    } else if (kind < 0.522) {
      lane.call("Ping.get", () -> lane.call("Clock.read", 2));
    } else if (kind < 0.77) {
      boolean isSlow = lane.seconds() > 3 && lane.seconds() < 6;
      lane.call("Stock.book", () -> lane.call("Lock.await", isSlow ? 6_000 : 500));
    } else {
      Runnable render =
          () -> {
            lane.call("View.render", 400);
            lane.call("public app.Html app.View.render()", 300);
          };
      lane.call("Product.show", render);
    }
  }

  /** Above 10,000 requests a second, of which many fail. */
  private static Service fast(int requests) {
    return new Service(12)
        .serve(
            8,
            requests / 8,
            20,
            lane -> {
              String kind = lane.chance(0.7) ? "Key.get" : "Key.put";
              lane.call(
                  kind,
                  () -> {
                    lane.call("Store.find", 150);
                    if (lane.chance(0.1)) {
                      throw new Failure();
                    }
                  });
            });
  }

  /** One request of minutes. */
  private static Service batch() {
    return new Service(13)
        .serve(
            1,
            1,
            1_000,
            lane ->
                lane.call(
                    "Invoices.run",
                    () -> {
                      lane.call("Rows.read", 9_000_000);
                      Faults.times(300, () -> lane.call("Customers.find", 90_000));
                      lane.call("Invoices.write", 5_000_000);
                    }));
  }

  /** A program that calls another, and waits for it. */
  private static Path joined(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Programs front = new Programs(folder, "front", ProbeKind.EXECUTION);
        Programs prices = new Programs(folder, "prices", ProbeKind.EXECUTION)) {
      for (int i = 0; i < 120; i++) {
        String kind = i % 3 == 0 ? "Cart.show" : "Product.show";
        front.call(
            kind,
            () -> {
              front.call("View.begin", () -> {});
              front.send(
                  "http",
                  sent ->
                      prices.serve(sent, "Price.of", () -> prices.call("Rates.find", () -> {})));
            });
      }
    }
    return folder;
  }

  /** Two programs with different clocks whose ids of traces are the same. */
  private static Path two(Path folder) throws IOException {
    Files.createDirectories(folder);
    new Service(14)
        .says(Map.of("role", "front"))
        .serve(4, 60, 5_000, PageRecordings::order)
        .write(folder.resolve("front.slu"));
    new Service(15)
        .producer(8)
        .says(Map.of("role", "prices"))
        .serve(2, 80, 3_000, lane -> lane.call("Price.of", 700))
        .write(folder.resolve("prices.slu"));
    return folder;
  }
}
