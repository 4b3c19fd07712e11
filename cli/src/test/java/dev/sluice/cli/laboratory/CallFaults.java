package dev.sluice.cli.laboratory;

import dev.sluice.cli.laboratory.Service.Lane;
import dev.sluice.cli.laboratory.Service.Work;
import java.util.List;
import java.util.function.DoubleFunction;

/** Faults in which calls a request makes. */
final class CallFaults {
  private static final String REPEATED = "n+1";

  private CallFaults() {}

  static List<LabCase> all() {
    return List.of(
        repeated(
            "a query for each item",
            "Items.find",
            micros -> lane -> lane.call("Items.find", micros)),
        repeated(
            "a query for each item, behind a store and a pool",
            "Db.query",
            micros ->
                lane ->
                    lane.call(
                        "Items.find",
                        () -> {
                          lane.call("Pool.take", 0.05 * micros);
                          lane.call("Db.query", micros);
                        })),
        repeated(
            "a query and its result for each item",
            "Db.query",
            micros ->
                lane -> {
                  lane.call("Db.query", micros);
                  lane.call("Db.read", 0.3 * micros);
                }),
        repeated(
            "SQL for each item, with a connection of its own",
            "select",
            micros ->
                lane ->
                    lane.call(
                        "connection",
                        () -> {
                          lane.call("select title from book where id = ?", micros);
                          lane.call("result-set", 0.2 * micros);
                        })),
        TimeFaults.dispatched(
            repeated(
                "a query for each item, below a dispatcher",
                "Items.find",
                micros -> lane -> lane.call("Items.find", micros))),
        LabCase.fault(
            "a query for each item, in one request of four",
            REPEATED,
            "Items.find",
            shop -> {
              int items = 10 + shop.random.nextInt(30);
              double micros = shop.between(400, 1_500);
              String kind = TimeFaults.costly(shop);
              shop.within(
                  kind,
                  items * micros / 4,
                  lane ->
                      times(lane.chance(0.25) ? items : 1, () -> lane.call("Items.find", micros)));
            }),
        LabCase.fault(
            "the same configuration again and again",
            REPEATED,
            "Config.load",
            shop -> {
              double micros = shop.between(700, 2_000);
              int count = 5 + shop.random.nextInt(4);
              shop.within(
                  TimeFaults.costly(shop),
                  count * micros,
                  lane -> times(count, () -> lane.call("Config.load", micros)));
            }),
        LabCase.fault(
            "three services that are asked one after another",
            "serial",
            null,
            shop -> {
              double micros = shop.between(15_000, 40_000);
              shop.kind(
                  shop.anyKind(),
                  3 * micros,
                  lane ->
                      lane.call(
                          "Page.compose",
                          () ->
                              List.of("Prices.fetch", "Stock.fetch", "Reviews.fetch")
                                  .forEach(one -> lane.call(one, micros))));
            }),
        LabCase.fault(
            "listeners of an event, one after another",
            "fan-out",
            "Events.publish",
            shop -> {
              int count = 25 + shop.random.nextInt(20);
              shop.within(
                  TimeFaults.costly(shop),
                  count * 200.0,
                  lane -> lane.call("Events.publish", () -> listeners(lane, count)));
            }),
        tasks("a task of a pool for each item"),
        TimeFaults.dispatched(tasks("a task of a pool for each item, below a dispatcher")),
        LabCase.fault(
            "records that are dropped", "missing", null, shop -> shop.later(one -> one.drop(700))));
  }

  private static LabCase tasks(String name) {
    return LabCase.fault(
        name,
        "fan-out",
        null,
        shop -> {
          int count = 22 + shop.random.nextInt(20);
          shop.within(
              TimeFaults.costly(shop),
              5_000,
              lane -> {
                times(count, () -> lane.start("Picture.scale", 2_000));
                lane.call("Tasks.await", 5_000);
              });
        });
  }

  static void times(int count, Runnable body) {
    for (int i = 0; i < count; i++) {
      body.run();
    }
  }

  private static void listeners(Lane lane, int count) {
    for (int i = 0; i < count; i++) {
      lane.call("Listener" + i + ".accept", 200);
    }
  }

  private static LabCase repeated(String name, String place, DoubleFunction<Work> item) {
    return LabCase.fault(
        name,
        REPEATED,
        place,
        shop -> {
          int items = 10 + shop.random.nextInt(40);
          double micros = shop.between(300, 1_500);
          Work work = item.apply(micros);
          shop.within(
              TimeFaults.costly(shop),
              items * micros * 1.2,
              lane -> times(items, () -> work.on(lane)));
        });
  }
}
