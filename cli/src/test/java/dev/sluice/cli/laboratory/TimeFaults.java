package dev.sluice.cli.laboratory;

import dev.sluice.cli.laboratory.Service.Failure;
import dev.sluice.monitoring.records.GcPauseReader;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/** Faults in how long requests take, and requests that fail. */
final class TimeFaults {
  private TimeFaults() {}

  static List<LabCase> all() {
    return List.of(
        tail("one request in ten is slow", 10, 25, 60),
        tail("one request in sixty is slow", 60, 40, 120),
        tail("one request in twenty is slow", 20, 10, 40),
        dispatched(tail("one request in ten is slow, below a dispatcher", 10, 25, 60)),
        tail("one request in two hundred is slow", 200, 200, 400),
        new LabCase(
            "half of a kind takes six times as long",
            Set.of("bimodal", "slow-tail"),
            "Gateway.call",
            Set.of(),
            shop -> {
              String kind = costly(shop);
              double micros = shop.kind(kind).micros();
              double times = shop.between(5, 8);
              shop.within(
                  kind,
                  micros * times / 2,
                  lane -> lane.call("Gateway.call", lane.chance(0.5) ? micros * times : 10));
            }),
        LabCase.fault(
            "one kind in fifty requests takes most of the time",
            "expensive",
            "Export.",
            shop -> {
              double micros = 150_000 * shop.between(0.6, 1.5);
              double weight = 0.22 * shop.between(0.7, 1.3);
              shop.kind(
                  "Export.make",
                  weight,
                  micros,
                  lane -> lane.call("Export.make", () -> lane.call("Export.write", micros)));
            }),
        LabCase.fault(
            "the whole program stands still once",
            "pause",
            null,
            shop -> shop.busy(6, 0.8).pause(shop.between(0.1, 0.9), shop.between(150, 900))),
        LabCase.fault(
            "the whole program stands still again and again",
            "pause",
            null,
            shop -> {
              shop.busy(6, 0.8).requests(3_000);
              int pauses = 5 + shop.random.nextInt(4);
              double millis = shop.between(70, 110);
              for (int i = 0; i < pauses; i++) {
                shop.pause((i + shop.between(0.2, 0.8)) / pauses, millis * shop.between(0.8, 1.2));
              }
            }),
        LabCase.fault(
            "the whole program stands still, beside requests that wait for events",
            "pause",
            null,
            shop -> {
              shop.busy(12, 0.8).requests(20_000);
              int polls = (int) Math.ceil(shop.seconds());
              shop.later(
                  service ->
                      service.serve(
                          2_000 / polls,
                          polls,
                          300_000,
                          lane -> lane.call("Events.poll", 1_000_000)));
              for (int i = 0; i < 5; i++) {
                shop.pause((i + shop.between(0.2, 0.8)) / 5, shop.between(100, 300));
              }
            }),
        LabCase.fault(
            "garbage is collected in a program of one worker",
            "pause",
            null,
            shop -> {
              shop.busy(1, 0.8).alone();
              for (int i = 0; i < 6; i++) {
                double part = (i + shop.between(0.2, 0.8)) / 6;
                collect(shop, part, shop.between(150, 800));
              }
            }),
        new LabCase(
            "a kind waits for a lock that a job takes from time to time",
            Set.of("pause", "slow-tail"),
            null,
            Set.of(),
            TimeFaults::lockStep),
        growth("a kind takes longer and longer", at -> at, 3, 8),
        growth("a kind takes longer from some time on", at -> at < 0.55 ? 0 : 1, 2, 8),
        growth("a kind takes longer for a while", at -> at < 0.3 || at > 0.65 ? 0 : 1, 3, 8),
        few("a kind of few requests takes longer from some time on", 0.6, 1, 4, 8),
        few("a kind of few requests takes longer at the end", 0.95, 1, 10, 25),
        few("a kind of few requests takes longer for a while", 0.6, 0.65, 10, 25),
        LabCase.fault(
            "all kinds take longer from some time on", "growth", "Pool.take", TimeFaults::all),
        failing("some requests fail", 0, 0.04, 0.3),
        failing("requests fail from some time on", 0.5, 0.2, 0.9));
  }

  /** A kind that takes a tenth of the time or more, and often enough for a tail. */
  static String costly(Shop shop) {
    return costly(shop, 3);
  }

  private static String costly(Shop shop, double weight) {
    String kind = shop.anyKind();
    shop.kind(kind, weight, shop.kind(kind).micros(), shop.kind(kind).work());
    return kind;
  }

  private static LabCase tail(String name, int each, double least, double most) {
    return LabCase.fault(
        name,
        "slow-tail",
        "Gateway.call",
        shop -> {
          String kind = costly(shop, each > 100 ? 12 : each > 20 ? 6 : 3);
          double micros = Math.max(2_000, shop.kind(kind).micros());
          double times = shop.between(least, most);
          int[] count = {shop.random.nextInt(each)};
          shop.within(
              kind,
              micros * times / each,
              lane ->
                  lane.call(
                      "Gateway.call", ++count[0] % each == 0 ? micros * times : 0.1 * micros));
        });
  }

  /** Has all requests begin with one operation and its filter. */
  static LabCase dispatched(LabCase one) {
    return new LabCase(
        one.name(),
        one.rules(),
        one.place(),
        one.also(),
        shop -> {
          one.plant().accept(shop);
          shop.entry(
              work ->
                  lane ->
                      lane.call(
                          "Front.dispatch", () -> lane.call("Filter.apply", () -> work.on(lane))));
        });
  }

  /** Lets the program stand still, as its flight recorder records. */
  private static void collect(Shop shop, double part, double millis) {
    long begin = Service.START + (long) (1e9 * part * shop.seconds());
    long nanos = (long) (1e6 * millis);
    shop.pause(part, millis);
    shop.later(
        service ->
            service.record(
                GcPauseReader.TYPE, begin + nanos, begin + nanos, "host", "Pause", 1, nanos));
  }

  private static void lockStep(Shop shop) {
    String kind = costly(shop);
    double micros = Math.max(3_000, shop.kind(kind).micros());
    shop.kind(kind, 8, micros, shop.kind(kind).work());
    double held = 20 * micros / 1e6;
    shop.requests(2_500);
    shop.within(
        kind,
        0.1 * micros,
        lane -> {
          double every = Math.max(shop.seconds() / 8, 5 * held);
          double into = (lane.seconds() + every / 2) % every;
          lane.call(
              "Prices.lock",
              () -> lane.until(lane.now() + (long) (1e9 * Math.max(0, held - into))));
        });
  }

  private static LabCase growth(String name, DoubleUnaryOperator part, double least, double most) {
    return LabCase.fault(
        name,
        "growth",
        "Index.scan",
        shop -> {
          String kind = costly(shop);
          double micros = shop.kind(kind).micros();
          double times = shop.between(least, most);
          shop.within(
              kind,
              micros * times / 2,
              lane ->
                  lane.call(
                      "Index.scan", micros * (0.1 + times * part.applyAsDouble(shop.part(lane)))));
        });
  }

  private static LabCase few(String name, double from, double until, double least, double most) {
    return LabCase.fault(
        name,
        "growth",
        "Index.scan",
        shop -> {
          int requests = 110 + shop.random.nextInt(190);
          double micros = shop.between(2_000, 5_000);
          double times = shop.between(least, most);
          int[] count = {0};
          shop.later(
              service ->
                  service.serve(
                      1,
                      requests,
                      Math.max(1_000, 0.7e6 * shop.seconds() / requests - micros),
                      lane -> {
                        double part = (double) count[0]++ / requests;
                        boolean isSlow = part >= from && part < until;
                        lane.call("Index.scan", isSlow ? times * micros : micros);
                      }));
        });
  }

  private static void all(Shop shop) {
    double micros = shop.between(6_000, 12_000);
    double from = shop.between(0.35, 0.65);
    for (String name : shop.kinds()) {
      shop.within(
          name,
          micros * (1 - from),
          lane -> lane.call("Pool.take", shop.part(lane) < from ? 20 : micros));
    }
  }

  private static LabCase failing(String name, double from, double least, double most) {
    return LabCase.fault(
        name,
        "failing",
        "Gateway.charge",
        shop -> {
          String kind = costly(shop);
          double chance = shop.between(least, most);
          shop.within(
              kind,
              500,
              lane ->
                  lane.call(
                      "Gateway.charge",
                      () -> {
                        lane.work(500);
                        if (shop.part(lane) >= from && lane.chance(chance)) {
                          throw new Failure();
                        }
                      }));
        });
  }
}
