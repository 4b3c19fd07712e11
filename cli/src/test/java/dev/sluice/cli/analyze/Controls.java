package dev.sluice.cli.analyze;

import dev.sluice.cli.analyze.Faults.Case;
import dev.sluice.cli.laboratory.Service;
import dev.sluice.cli.laboratory.Service.Failure;
import dev.sluice.cli.laboratory.Service.Lane;
import java.util.List;

/** Services without a fault, some of which look as if they had one. */
final class Controls {
  private Controls() {}

  static void add(List<Case> cases) {
    Service.Work plain = lane -> lane.call("Home.show", () -> lane.call("Db.query", 1_100));
    cases.add(
        new Case(
            "control: a web service", null, null, Faults.web(101, l -> Faults.usual(l, plain))));
    cases.add(
        new Case(
            "control: a batch over items",
            null,
            null,
            new Service(102)
                .serve(
                    2,
                    15,
                    50_000,
                    lane ->
                        lane.call(
                            "Billing.run",
                            () ->
                                Faults.times(
                                    200,
                                    () ->
                                        lane.call(
                                            "Billing.bill",
                                            () -> {
                                              lane.call("Contract.load", 700);
                                              lane.call("Rules.apply", 400);
                                              lane.call("Bill.store", 900);
                                            }))))));
    cases.add(
        new Case(
            "control: a tree that is walked",
            null,
            null,
            new Service(103).serve(4, 60, 1_000, lane -> walk(lane, 3))));
    cases.add(
        new Case(
            "control: workers of a pool",
            null,
            null,
            new Service(104)
                .serve(
                    16,
                    120,
                    300,
                    lane ->
                        lane.call(
                            "Worker.run",
                            () -> {
                              lane.call("Queue.take", 200);
                              lane.call("Image.scale", 8_000);
                              lane.call("Image.write", 1_500);
                            }))));
    cases.add(
        new Case(
            "control: a dispatcher with slow and fast kinds",
            null,
            null,
            Faults.web(
                105,
                lane ->
                    lane.call(
                        "Front.dispatch",
                        () -> {
                          if (lane.chance(0.03)) {
                            lane.call("Report.make", 150_000);
                          } else {
                            lane.call("Ping.answer", 200);
                          }
                        }))));
    cases.add(
        new Case(
            "control: many cheap calls",
            null,
            null,
            Faults.web(
                106,
                lane ->
                    lane.call(
                        "Cart.total",
                        () -> {
                          Faults.times(10, () -> lane.call("Item.price", 3));
                          lane.call("Db.query", 4_000);
                        }))));
    cases.add(
        new Case(
            "control: a start that is slow",
            null,
            null,
            Faults.web(
                107,
                lane ->
                    lane.call(
                        "Home.show",
                        () -> lane.call("Db.query", lane.seconds() < 0.15 ? 6_000 : 1_500)))));
    cases.add(
        new Case(
            "control: times that spread, few failures",
            null,
            null,
            Faults.web(
                108,
                lane ->
                    lane.call(
                        "Quote.get",
                        () -> {
                          lane.work(1_000 * Math.exp(lane.normal()));
                          if (lane.chance(0.004)) {
                            throw new Failure();
                          }
                        }))));
    loops().stream()
        .filter(one -> one.rule().contains("short"))
        .map(one -> new Case("control: " + one.name(), null, null, one.service()))
        .forEach(cases::add);
  }

  /** Calls that are repeated as in an N+1; the rule is a part of the sentence. */
  static List<Case> loops() {
    String isShort = " Most of these calls are too short to leave the program.";
    return List.of(
        loop(
            "a batch insert",
            isShort,
            lane ->
                lane.call(
                    "Statement.executeBatch",
                    () -> Faults.times(200, () -> lane.call("Insert.update", 25)))),
        loop(
            "a bulk operation whose rows take long",
            " Both are in one class: it may be one operation on many items.",
            lane ->
                lane.call(
                    "Store.saveAll", () -> Faults.times(20, () -> lane.call("Store.save", 500)))),
        loop(
            "a loop over calls in memory",
            isShort,
            lane -> Faults.times(1_000, () -> lane.call("Row.format", 5))),
        loop(
            "a cursor that fetches a page of 50",
            isShort,
            lane ->
                Faults.times(150, () -> lane.call("Cursor.next", lane.chance(0.02) ? 3_000 : 2))));
  }

  private static Case loop(String name, String sentence, Service.Work body) {
    Service.Work work =
        lane ->
            lane.call(
                "Import.run",
                () -> {
                  lane.call("Db.query", 800);
                  body.on(lane);
                });
    return new Case(name, sentence, null, Faults.web(110, lane -> Faults.usual(lane, work)));
  }

  private static void walk(Lane lane, int depth) {
    lane.call(
        "Tree.visit",
        () -> {
          lane.work(40);
          Faults.times(depth == 0 ? 0 : 6, () -> walk(lane, depth - 1));
        });
  }
}
