package dev.sluice.cli.laboratory;

import dev.sluice.cli.laboratory.Service.Failure;
import dev.sluice.cli.laboratory.Service.Lane;
import dev.sluice.monitoring.records.GcHeapReader;
import dev.sluice.monitoring.records.JvmCpuReader;
import dev.sluice.monitoring.records.JvmHeapReader;
import dev.sluice.monitoring.records.LockWaitReader;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;

/**
 * Faults in what is recorded beside calls: locks, memory, processors; failures that nobody passes
 * on, and a slow first request. And healthy programs that look like them.
 */
final class MachineFaults {
  private static final double MIB = 1 << 20;
  private static final long MAXIMUM = 256 << 20;

  private MachineFaults() {}

  static List<LabCase> all() {
    return List.of(
        new LabCase(
            "one lock for all",
            Set.of("lock"),
            "Prices.of",
            Set.of("slow-tail", "bimodal"),
            shop -> locked(shop, 6, 12)),
        swallowed(
            "a failure that its caller swallows",
            (lane, chance) -> lane.call("Audit.write", () -> write(lane, chance))),
        swallowed(
            "a failure that a loop swallows",
            (lane, chance) ->
                CallFaults.times(
                    9,
                    () -> attempt(() -> lane.call("Audit.write", () -> write(lane, chance, 20))))),
        LabCase.fault(
            "failures in a thread that loops for ever",
            "swallowed",
            "Notifier.deliver",
            shop -> {
              double chance = shop.between(0.05, 0.3);
              shop.requests(2_500);
              shop.later(
                  service ->
                      service.loop(
                          shop.seconds(),
                          lane -> {
                            attempt(() -> lane.call("Notifier.deliver", () -> write(lane, chance)));
                            lane.work(3_000);
                          }));
            }),
        LabCase.fault(
            "a heap that grows, after collections of old objects",
            "memory",
            null,
            shop -> heap(shop, "G1Old", at -> 20 + 150 * at)),
        LabCase.fault(
            "a heap that grows, after few collections of old objects",
            "memory",
            null,
            shop -> heap(shop, "G1Old", 8 + shop.random.nextInt(12), at -> 20 + 150 * at)),
        LabCase.fault(
            "a heap that grows until it is almost full",
            "memory",
            null,
            shop -> heap(shop, "G1New", at -> 30 + 190 * at)),
        LabCase.fault(
            "a sampled heap that grows until it is almost full",
            "memory",
            null,
            shop -> sampled(shop, at -> 30 + 170 * at)),
        LabCase.fault("processors that are full", "full", null, shop -> busy(shop, 0.97, 1)),
        LabCase.fault(
                "a first request that takes long",
                "cold-start",
                "Config.open",
                shop -> cold(shop.requests(2_500)))
            .also("pause"),
        LabCase.fault(
                "a first request that takes long, of each of many workers",
                "cold-start",
                "Config.open",
                shop -> cold(shop.busy(50, 0.3).requests(4_000)))
            .also("pause"),
        LabCase.fault(
            "one request in twenty is slow, after a first one that is slower",
            "slow-tail",
            "Gateway.call",
            shop -> {
              int[] count = {0};
              double first = shop.between(200_000, 600_000);
              shop.within(
                  TimeFaults.costly(shop),
                  5_000,
                  lane ->
                      lane.call(
                          "Gateway.call",
                          count[0]++ == 0 ? first : count[0] % 20 == 2 ? 100_000 : 500));
            }),
        healthy("calls that are tried again", (lane, chance) -> retry(lane, chance, 300)),
        healthy(
            "calls of a loop that are tried again",
            (lane, chance) -> CallFaults.times(9, () -> retry(lane, chance, 20))),
        healthy("a call that is tried again until it is answered", MachineFaults::persist),
        healthy("failures that a second way handles", MachineFaults::fallback),
        LabCase.healthy("a lock that is seldom waited for", shop -> locked(shop, 0.01, 0.02)),
        LabCase.healthy("a heap that is collected", shop -> heap(shop, "G1Old", at -> 40)),
        LabCase.healthy(
            "a cache that fills the heap, and is full",
            shop -> heap(shop, "G1Old", at -> 30 + 90 * Math.min(1, 2 * at))),
        LabCase.healthy(
            "a cache that is full late",
            shop -> heap(shop, "G1Old", at -> 30 + 90 * Math.min(1, 1.25 * at))),
        LabCase.healthy(
            "a heap that follows a swing of the load",
            shop -> heap(shop, "Z", at -> 60 + 40 * Math.sin(3.6 * at - 1.5))),
        LabCase.healthy(
            "young collections that leave more and more",
            shop -> heap(shop, "G1New", at -> 20 + 130 * at)),
        LabCase.healthy("a sampled heap", shop -> sampled(shop, at -> 40)),
        LabCase.healthy("a machine that is busy", shop -> busy(shop, 0.6, 0.93)),
        LabCase.healthy(
            "a machine that is full for a while",
            shop -> {
              double from = shop.between(0.1, 0.7);
              cpu(shop, at -> at > from && at < from + 0.2 ? 1 : 0.5);
            }));
  }

  /** What a request does with a chance of a failure. */
  private interface Chance {
    void on(Lane lane, double chance);
  }

  private static LabCase swallowed(String name, Chance what) {
    return LabCase.fault(
        name,
        "swallowed",
        "Audit.write",
        shop -> {
          double chance = shop.between(0.05, 0.3);
          shop.within(TimeFaults.costly(shop), 300, lane -> attempt(() -> what.on(lane, chance)));
        });
  }

  private static LabCase healthy(String name, Chance what) {
    return LabCase.healthy(
        name,
        shop -> {
          double chance = shop.between(0.05, 0.3);
          shop.within(TimeFaults.costly(shop), 300, lane -> what.on(lane, chance));
        });
  }

  private static void write(Lane lane, double chance) {
    write(lane, chance, 300);
  }

  private static void write(Lane lane, double chance, double micros) {
    lane.work(micros);
    if (lane.chance(chance)) {
      throw new Failure();
    }
  }

  private static boolean attempt(Runnable what) {
    try {
      what.run();
      return true;
    } catch (Failure e) {
      return false; // nobody learns of it
    }
  }

  private static void retry(Lane lane, double chance, double micros) {
    for (int i = 0; i < 3; i++) {
      if (attempt(() -> lane.call("Remote.ask", () -> write(lane, chance, micros)))) {
        return;
      }
    }
    lane.call("Remote.ask", micros);
  }

  private static void persist(Lane lane, double chance) {
    boolean isDown = lane.chance(chance);
    int left = isDown ? 9 : 0;
    CallFaults.times(left, () -> attempt(() -> lane.call("Remote.ask", () -> write(lane, 1, 20))));
    lane.call("Remote.ask", 20);
  }

  private static void fallback(Lane lane, double chance) {
    if (!attempt(() -> lane.call("Cache.get", () -> write(lane, chance)))) {
      lane.call("Store.load", 500);
    }
  }

  /** Requests of a kind wait for a lock, in all for so many times the time of one kind. */
  private static void locked(Shop shop, double least, double most) {
    String kind = TimeFaults.costly(shop);
    double micros = shop.kind(kind).micros();
    double wait = Math.max(least < 1 ? 0 : 20_000, micros * shop.between(least, most));
    shop.within(
        kind,
        wait,
        lane ->
            lane.call(
                "Prices.of",
                () -> {
                  long begin = lane.now();
                  lane.work(wait);
                  long waited = lane.now() - begin;
                  if (waited > 10_000_000) {
                    lane.service()
                        .record(
                            LockWaitReader.TYPE,
                            lane.now(),
                            lane.now(),
                            "host",
                            7L,
                            "worker-" + lane.trace() % 8,
                            "app.Prices",
                            "worker-" + lane.trace() % 7,
                            "app.Prices.of",
                            waited);
                  }
                }));
  }

  /** Heap sizes after collections, in MiB by the part of the time. */
  private static void heap(Shop shop, String collector, DoubleUnaryOperator size) {
    heap(shop, collector, 200, size);
  }

  private static void heap(Shop shop, String collector, int count, DoubleUnaryOperator size) {
    shop.later(
        service -> {
          Random random = service.random();
          for (int i = 0; i < count; i++) {
            double part = (double) i / count;
            double used = size.applyAsDouble(part) * (1 + 0.1 * random.nextDouble());
            long time = Service.START + 60_000_000_000L / count * i;
            service.record(
                GcHeapReader.TYPE, time, time, "host", collector, (long) (used * MIB), MAXIMUM);
          }
        });
  }

  /** A heap that is sampled between collections, over sizes by the part of the time. */
  private static void sampled(Shop shop, DoubleUnaryOperator size) {
    shop.later(
        service -> {
          int samples = 300;
          double garbage = 0;
          for (int i = 0; i < samples; i++) {
            garbage = garbage > 50 ? 0 : garbage + 20 + 20 * service.random().nextDouble();
            long used = (long) (MIB * (size.applyAsDouble((double) i / samples) + garbage));
            long time = Service.START + 200_000_000L * i;
            service.record(
                JvmHeapReader.TYPE,
                time,
                time,
                "host",
                "vm",
                MAXIMUM,
                used,
                MAXIMUM,
                MAXIMUM,
                -1L,
                0L,
                0L,
                0L,
                0);
          }
        });
  }

  /** Requests of a kind wait for what the first of them opens. */
  private static void cold(Shop shop) {
    double micros = shop.between(1_600_000, 2_200_000);
    shop.kind(
        "Config.open",
        3,
        40_000, // so that the start is a small part of the time
        lane ->
            lane.call(
                "Config.open",
                () -> {
                  lane.until(Service.START + (long) (1_000 * micros));
                  lane.work(2_000);
                }));
  }

  private static void busy(Shop shop, double least, double most) {
    double range = most - least;
    cpu(shop, at -> least + range * shop.random.nextDouble());
  }

  private static void cpu(Shop shop, DoubleUnaryOperator machine) {
    shop.later(
        service -> {
          for (int i = 0; i < 100; i++) {
            long time = Service.START + (long) (Math.max(10, shop.seconds()) * 1e9 * i / 100);
            float all = (float) machine.applyAsDouble(i / 100.0);
            service.record(JvmCpuReader.TYPE, time, time, "host", 0.6f * all, 0.1f * all, all);
          }
        });
  }
}
