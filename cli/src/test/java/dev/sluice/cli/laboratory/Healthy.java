package dev.sluice.cli.laboratory;

import dev.sluice.cli.laboratory.Service.Failure;
import dev.sluice.cli.laboratory.Service.Lane;
import java.util.List;

/** Programs without a fault, some of which look as if they had one. */
final class Healthy {
  private Healthy() {}

  static List<LabCase> all() {
    return List.of(
        LabCase.healthy("a steady load", shop -> {}),
        LabCase.healthy(
            "a load that drifts",
            shop -> {
              double swing = shop.between(0.3, 0.8);
              shop.load(part -> 1 + swing * Math.sin(6 * part));
            }),
        LabCase.healthy(
            "a load that comes in bursts",
            shop -> shop.load(part -> (int) (12 * part) % 3 == 0 ? 3 : 0.4)),
        LabCase.healthy(
            "a batch over items beside the requests",
            shop -> {
              int items = 80 + shop.random.nextInt(200);
              shop.later(service -> service.serve(1, 2, 1_000, lane -> batch(lane, items)));
            }),
        LabCase.healthy(
            "light and heavy kinds",
            shop -> {
              shop.kind("Ping.answer", 6, 100, lane -> lane.call("Ping.answer", 100));
              double micros = shop.between(20_000, 60_000);
              shop.kind("Report.make", 0.5, micros, lane -> lane.call("Report.make", micros));
            }),
        LabCase.healthy("times that spread", shop -> shop.noise(shop.between(0.5, 0.8))),
        LabCase.healthy("a cache that is hit four times of five", Healthy::cache),
        LabCase.healthy(
            "a start that is slow",
            shop -> {
              double until = shop.between(0.05, 0.2);
              for (String name : shop.kinds()) {
                shop.within(
                    name,
                    0,
                    lane -> lane.work(shop.part(lane) < until ? 3 * shop.kind(name).micros() : 1));
              }
            }),
        LabCase.healthy("first requests that load classes", Healthy::classes),
        LabCase.healthy("first requests of each kind, of one worker", shop -> load(shop.alone())),
        LabCase.healthy("first requests of each kind, of several workers", Healthy::load),
        LabCase.healthy(
            "a thread that loops for ever",
            shop ->
                shop.later(
                    service ->
                        service.loop(
                            shop.seconds(),
                            lane -> {
                              lane.call("Notifier.deliver", 3_000);
                              lane.work(20_000);
                            }))),
        LabCase.healthy(
            "tasks in other threads, and another program",
            shop -> {
              shop.within(shop.anyKind(), 10, lane -> lane.start("Mail.send", 900));
              shop.beside(new Shop(shop.random.nextLong(), 1, "Stock"));
            }),
        LabCase.healthy(
            "few failures",
            shop ->
                shop.within(
                    shop.anyKind(),
                    10,
                    lane -> {
                      if (lane.chance(0.006)) {
                        throw new Failure();
                      }
                    })),
        LabCase.healthy(
            "loops in memory",
            shop ->
                shop.within(
                    shop.anyKind(),
                    400,
                    lane -> CallFaults.times(40, () -> lane.call("Row.format", 8)))),
        TimeFaults.dispatched(LabCase.healthy("kinds below a dispatcher", shop -> {})),
        LabCase.healthy(
            "a tree that is walked",
            shop -> shop.within(shop.anyKind(), 3_000, lane -> walk(lane, 2))),
        LabCase.healthy(
            "a bulk operation",
            shop ->
                shop.within(
                    shop.anyKind(),
                    4_000,
                    lane ->
                        lane.call(
                            "Store.saveAll",
                            () -> CallFaults.times(20, () -> lane.call("Store.save", 200))))),
        LabCase.healthy(
            "times that wander",
            shop -> {
              String name = shop.anyKind();
              double micros = shop.kind(name).micros();
              shop.within(
                  name,
                  micros,
                  lane -> lane.work(micros * (1 + 0.3 * Math.sin(15 * shop.part(lane)))));
            }));
  }

  private static void cache(Shop shop) {
    double hit = shop.between(20, 300);
    double miss = hit * shop.between(6, 15);
    shop.kind(
        "Price.get",
        4,
        0.8 * hit + 0.2 * miss,
        lane ->
            lane.call(
                "Price.get",
                () -> {
                  lane.work(hit);
                  if (lane.chance(0.2)) {
                    lane.call("Price.load", miss);
                  }
                }));
  }

  /** A kind begins late, when nothing warms up: each of its workers is slow at first. */
  private static void classes(Shop shop) {
    double first = shop.between(200_000, 600_000);
    int workers = 1 + shop.random.nextInt(4);
    int requests = 150 / workers;
    int[] count = {0};
    shop.later(
        service ->
            service.serve(
                workers,
                requests,
                0.5e6 * shop.seconds() / requests,
                lane -> {
                  int before = count[0]++ % requests;
                  lane.until(Service.START + (long) (0.4e9 * shop.seconds()));
                  lane.call("Help.show", before == 0 ? first : before < 3 ? 14_000 : 2_000);
                }));
  }

  /**
   * The first request of each kind loads classes and the next ones compile; of several workers, all
   * wait for what the program loads at its start.
   */
  private static void load(Shop shop) {
    shop.requests(750).busy(1, shop.between(0.02, 0.1));
    for (String name : shop.kinds()) {
      double nanos = 1e6 * shop.between(200, 600);
      long[] loaded = {shop.lanes() == 1 ? Long.MAX_VALUE : Service.START + (long) nanos};
      shop.within(
          name,
          0,
          lane -> {
            loaded[0] = Math.min(loaded[0], lane.now() + (long) nanos);
            boolean isNew = lane.now() < loaded[0] + 100_000_000;
            lane.until(loaded[0]);
            lane.work(isNew ? 14_000 : 1);
          });
    }
  }

  private static void walk(Lane lane, int depth) {
    lane.call(
        "Tree.visit",
        () -> {
          lane.work(60);
          CallFaults.times(depth == 0 ? 0 : 6, () -> walk(lane, depth - 1));
        });
  }

  private static void batch(Lane lane, int items) {
    lane.call(
        "Billing.run",
        () ->
            CallFaults.times(
                items,
                () ->
                    lane.call(
                        "Bills.make",
                        () -> {
                          lane.call("Contract.load", 300);
                          lane.call("Rules.apply", 200);
                          lane.call("Bill.store", 400);
                        })));
  }
}
