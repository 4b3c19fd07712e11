package dev.sluice.cli.analyze;

import dev.sluice.cli.analyze.Faults.Case;
import dev.sluice.cli.laboratory.Service;
import dev.sluice.cli.laboratory.Service.Lane;
import java.util.List;

/** Services whose requests take longer from some time on; and those of which only that is so. */
final class Steps {
  private static final String GROWTH = "growth";

  private Steps() {}

  /** One kind waits for a lock from half of the time on. */
  static Case one() {
    return step("a lock that is contended from half of the time on", "Lock.await", 0.8, 9);
  }

  /** The same, until it does not any more. */
  static Case over() {
    return step("a lock that is contended for a while", "Lock.await", 0.5, 1.1);
  }

  private static Case step(String name, String operation, double from, double until) {
    Service.Work book =
        lane ->
            lane.call(
                "Stock.book",
                () -> {
                  boolean isSlow = lane.seconds() >= from && lane.seconds() < until;
                  lane.call("Lock.await", isSlow ? 5_000 : 50);
                  lane.call("Stock.store", 60);
                });
    return new Case(name, GROWTH, operation, Faults.web(120, lane -> Faults.usual(lane, book)));
  }

  /** All kinds wait for a connection from then on. */
  static Case all() {
    Service.Work work =
        lane -> {
          List<String> kinds = List.of("Cart.show", "Product.show", "Home.show", "Order.place");
          String kind = kinds.get((int) (4 * lane.random()));
          lane.call(
              kind,
              () -> {
                lane.call("Pool.take", lane.seconds() < 0.9 ? 30 : 3_000);
                lane.call("Db.query", kind.length() * 100);
              });
        };
    return new Case(
        "a pool that is too small from some time on", GROWTH, "Pool.take", Faults.web(121, work));
  }

  static List<Case> faults() {
    return List.of(one(), over(), all());
  }

  static List<Case> controls() {
    return List.of(
        control(
            "a small step in times that spread",
            lane ->
                lane.call(
                    "Quote.get",
                    () -> lane.work((lane.seconds() < 0.8 ? 1_000 : 1_200) * spread(lane)))),
        control(
            "a start that is slow for long",
            lane ->
                lane.call(
                    "Home.show",
                    () -> lane.call("Db.query", lane.seconds() < 0.4 ? 6_000 : 1_500))),
        control(
            "four times the load, the same latency",
            lane -> {
              lane.work(lane.seconds() < 0.8 ? 16_000 : 1_000);
              lane.call("Home.show", () -> lane.call("Db.query", 1_500));
            }),
        control(
            "times that wander",
            lane ->
                lane.call(
                    "Home.show",
                    () -> lane.work(2_000 * (1 + 0.3 * Math.sin(12 * lane.seconds()))))));
  }

  private static double spread(Lane lane) {
    return Math.exp(lane.normal());
  }

  private static Case control(String name, Service.Work work) {
    return new Case("control: " + name, null, null, Faults.web(122, work));
  }
}
