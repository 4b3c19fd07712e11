package dev.sluice.cli.analyze;

import dev.sluice.cli.laboratory.Service;
import dev.sluice.cli.laboratory.Service.Failure;
import dev.sluice.cli.laboratory.Service.Lane;
import java.util.ArrayList;
import java.util.List;

/** Services with a fault each; and those without one, at the end. */
final class Faults {
  private Faults() {}

  /**
   * A service.
   *
   * @param rule that must be found, null for none
   * @param operation that must be named, null for whatever it is
   */
  record Case(String name, String rule, String operation, Service service) {}

  static Service web(long seed, Service.Work work) {
    return new Service(seed).serve(8, 250, 4_000, work);
  }

  /** Six kinds of requests that are in order, some of which end with {@code last}. */
  static void usual(Lane lane, Service.Work last) {
    double kind = lane.chance(0.5) ? 0 : lane.chance(0.5) ? 1 : 2;
    if (kind == 2) {
      last.on(lane);
    } else if (kind == 1) {
      lane.call(
          "Cart.show",
          () -> {
            lane.call("Session.load", 300);
            lane.call("CartStore.get", () -> lane.call("Db.query", 1_500));
            lane.call("View.render", 700);
          });
    } else {
      lane.call(
          "Product.show",
          () -> {
            lane.call("Products.find", () -> lane.call("Db.query", 900));
            lane.call("View.render", 400);
          });
    }
  }

  static void times(int count, Runnable body) {
    for (int i = 0; i < count; i++) {
      body.run();
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    repeated(cases);
    serial(cases);
    slow(cases);
    failing(cases);
    started(cases);
    cases.addAll(Steps.faults());
    Controls.add(cases);
    cases.addAll(Steps.controls());
    return cases;
  }

  private static void add(
      List<Case> cases, String name, String rule, String operation, Service.Work work) {
    cases.add(new Case(name, rule, operation, web(cases.size() + 1, lane -> usual(lane, work))));
  }

  private static void repeated(List<Case> cases) {
    add(
        cases,
        "a query for each of 30 items",
        "n+1",
        "Db.query",
        lane ->
            lane.call(
                "Order.history",
                () -> {
                  lane.call("Orders.list", () -> lane.call("Db.query", 1_000));
                  times(30, () -> lane.call("Items.find", () -> lane.call("Db.query", 500)));
                }));
    add(
        cases,
        "five calls of a service, deep below",
        "n+1",
        "Rates.fetch",
        lane ->
            lane.call(
                "Price.show",
                () ->
                    lane.call(
                        "Prices.of",
                        () ->
                            lane.call(
                                "Prices.convert",
                                () -> times(5, () -> lane.call("Rates.fetch", 2_000))))));
    add(
        cases,
        "only for one customer in four",
        "n+1",
        "Discounts.find",
        lane ->
            lane.call(
                "Checkout.show",
                () -> {
                  lane.call("Basket.load", 4_000);
                  times(lane.chance(0.25) ? 20 : 1, () -> lane.call("Discounts.find", 1_200));
                }));
    add(
        cases,
        "with a log line between two",
        "n+1",
        "Users.find",
        lane ->
            lane.call(
                "Team.show",
                () ->
                    times(
                        12,
                        () -> {
                          lane.call("Users.find", 800);
                          lane.call("Log.debug", 2);
                        })));
    add(
        cases,
        "the same configuration again and again",
        "n+1",
        "Config.load",
        lane ->
            lane.call(
                "Form.check",
                () -> {
                  times(6, () -> lane.call("Config.load", 1_500));
                  lane.call("Form.store", 3_000);
                }));
    cases.add(
        new Case(
            "a batch that looks up each row's customer",
            "n+1",
            "Customers.find",
            new Service(cases.size() + 1)
                .serve(
                    1,
                    20,
                    100_000,
                    lane ->
                        lane.call(
                            "Invoices.run",
                            () -> {
                              lane.call("Rows.read", 40_000);
                              times(400, () -> lane.call("Customers.find", 900));
                              lane.call("Invoices.write", 60_000);
                            }))));
    add(
        cases,
        "an index of 30 shards that are asked in turn",
        "fan-out",
        "Search.all",
        lane ->
            lane.call(
                "Search.all",
                () -> {
                  for (int i = 0; i < 30; i++) {
                    lane.call("Shard" + i + ".ask", 400);
                  }
                }));
    add(
        cases,
        "forty listeners of an event",
        "fan-out",
        "Events.publish",
        lane ->
            lane.call(
                "Order.place",
                () -> {
                  lane.call("Orders.store", 2_000);
                  lane.call(
                      "Events.publish",
                      () -> {
                        for (int i = 0; i < 40; i++) {
                          lane.call("Listener" + i + ".told", 150);
                        }
                      });
                }));
  }

  private static void started(List<Case> cases) {
    add(
        cases,
        "a task of a pool for each of 25 pictures",
        "fan-out",
        "Album.show",
        lane ->
            lane.call(
                "Album.show",
                () -> {
                  lane.call("Albums.find", 900);
                  times(25, () -> lane.start("Picture.scale", 3_000));
                  lane.call("Pool.await", 9_000);
                }));
  }

  private static void serial(List<Case> cases) {
    add(
        cases,
        "three services after another",
        "serial",
        "Page.compose",
        lane ->
            lane.call(
                "Page.compose",
                () -> {
                  lane.call("Prices.fetch", 22_000);
                  lane.call("Stock.fetch", 25_000);
                  lane.call("Reviews.fetch", 24_000);
                }));
    add(
        cases,
        "two services in changing order",
        "serial",
        "Profile.gather",
        lane ->
            lane.call(
                "Profile.show",
                () ->
                    lane.call(
                        "Profile.gather",
                        () -> {
                          boolean first = lane.chance(0.5);
                          lane.call(first ? "Friends.list" : "Photos.list", 30_000);
                          lane.call(first ? "Photos.list" : "Friends.list", 30_000);
                        })));
    cases.add(
        new Case(
            "a batch that uploads, then indexes",
            "serial",
            "Export.file",
            new Service(cases.size() + 1)
                .serve(
                    2,
                    40,
                    5_000,
                    lane ->
                        lane.call(
                            "Export.file",
                            () -> {
                              lane.call("Export.upload", 90_000);
                              lane.call("Export.index", 80_000);
                            }))));
  }

  private static void slow(List<Case> cases) {
    add(
        cases,
        "a lock that is taken for long",
        "slow-tail",
        "Lock.await",
        lane ->
            lane.call(
                "Stock.book", () -> lane.call("Lock.await", lane.chance(0.03) ? 400_000 : 1_000)));
    add(
        cases,
        "a cache that misses",
        "slow-tail",
        "Remote.load",
        lane ->
            lane.call(
                "Image.get",
                () -> {
                  lane.call("Cache.get", 50);
                  if (lane.chance(0.04)) {
                    lane.call("Remote.load", 60_000);
                  }
                }));
    add(
        cases,
        "three requests of half a minute",
        "slow-tail",
        "Dns.resolve",
        lane ->
            lane.call(
                "Mail.send",
                () -> lane.call("Dns.resolve", lane.chance(0.006) ? 9_000_000 : 2_000)));
    add(
        cases,
        "a list that is scanned and grows",
        "growth",
        "History.add",
        lane -> lane.call("History.add", () -> lane.work(1_000 + 15_000 * lane.seconds())));
    cases.add(
        new Case(
            "a batch whose rows take longer and longer",
            "growth",
            "Index.insert",
            new Service(cases.size() + 1)
                .serve(
                    1,
                    300,
                    1_000,
                    lane ->
                        lane.call(
                            "Import.file",
                            () -> lane.call("Index.insert", 5_000 + 2_000 * lane.seconds())))));
    add(
        cases,
        "one kind of request grows among others",
        "growth",
        "Chat.scan",
        lane -> lane.call("Chat.poll", () -> lane.call("Chat.scan", 500 + 2_500 * lane.seconds())));
    Service.Work plain = lane -> lane.call("Home.show", () -> lane.call("Db.query", 1_100));
    cases.add(
        new Case(
            "one pause of 0.9 s",
            "pause",
            null,
            new Service(cases.size() + 1)
                .pause(300, 900)
                .serve(8, 300, 500, lane -> usual(lane, plain))));
    cases.add(
        new Case(
            "four short pauses",
            "pause",
            null,
            new Service(cases.size() + 1)
                .pause(300, 150)
                .pause(600, 120)
                .pause(900, 200)
                .pause(1_300, 140)
                .serve(12, 500, 400, lane -> usual(lane, plain))));
  }

  private static void failing(List<Case> cases) {
    Service.Work pay =
        lane ->
            lane.call(
                "Checkout.pay",
                () -> {
                  lane.call("Basket.load", 900);
                  lane.call(
                      "Gateway.charge",
                      () -> {
                        lane.work(5_000);
                        if (lane.chance(0.05)) {
                          throw new Failure();
                        }
                      });
                });
    add(cases, "payments that are declined", "failing", "Gateway.charge", pay);
    add(
        cases,
        "failures from half of the time on",
        "failing",
        "Login.check",
        lane ->
            lane.call(
                "Login.check",
                () -> {
                  lane.work(1_500);
                  if (lane.seconds() > 0.8 && lane.chance(0.4)) {
                    throw new Failure();
                  }
                }));
    add(
        cases,
        "a deep failure that all above hand on",
        "failing",
        "Codec.decode",
        lane ->
            lane.call(
                "Upload.put",
                () ->
                    lane.call(
                        "Files.store",
                        () ->
                            lane.call(
                                "Codec.decode",
                                () -> {
                                  lane.work(800);
                                  if (lane.chance(0.1)) {
                                    throw new Failure();
                                  }
                                }))));
    Service.Work plain = lane -> lane.call("Home.show", () -> lane.call("Db.query", 1_100));
    cases.add(
        new Case("a chunk that is lost", "missing", null, web(91, l -> usual(l, plain)).lose(2)));
    cases.add(
        new Case(
            "records that are dropped", "missing", null, web(92, l -> usual(l, plain)).drop(500)));
  }
}
