package dev.sluice.cli.laboratory;

import dev.sluice.cli.laboratory.Service.Lane;
import dev.sluice.cli.laboratory.Service.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Healthy service of eight kinds of requests in virtual time. Its threads, load, mix of kinds, call
 * trees and times are drawn from one seed, the noise of its times from another. A fault replaces
 * what a kind does, or is added. For one thread.
 */
public final class Shop {
  /** Deviation of the logarithm of all times. */
  private static final double NOISE = 0.25;

  /** Where the shop, and what a fault needs, is drawn from. */
  public final Random random;

  private final Service service;
  private final Map<String, Kind> kinds = new LinkedHashMap<>();
  private final List<Shop> others = new ArrayList<>();
  private final List<Consumer<Service>> more = new ArrayList<>();
  private int requests;
  private int lanes;
  private double busy;
  private DoubleUnaryOperator load = part -> 1;
  private UnaryOperator<Work> entry = work -> work;
  private double noise = NOISE;
  private double seconds;
  private double paused;

  /**
   * Kind of request.
   *
   * @param weight how often it is, in comparison with other kinds
   * @param micros mean time of a request, roughly
   * @param work what a request does
   */
  public record Kind(double weight, double micros, Work work) {}

  /** Creates a shop that is drawn from a seed, with its noise. */
  public Shop(long seed) {
    this(seed, seed + 1);
  }

  /** Creates a shop that is drawn from one seed, and its noise from another. */
  public Shop(long seed, long noiseSeed) {
    this(seed, noiseSeed, "");
  }

  /** Creates a shop the names of whose kinds begin with a text. */
  public Shop(long seed, long noiseSeed, String prefix) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    service = new Service(noiseSeed * 0xD1342543DE82EF95L);
    lanes = 4 + random.nextInt(9);
    requests = 900 + random.nextInt(1_100);
    busy = between(0.2, 0.7);
    for (String name :
        List.of(
            "Home.show",
            "Catalog.browse",
            "Catalog.search",
            "Cart.add",
            "Order.pay",
            "Order.list",
            "Account.login",
            "Stock.report")) {
      double micros = 1_000 * Math.exp(between(-0.7, 1.8));
      kind(prefix + name, between(0.5, 2), micros, tree(prefix + name, micros));
    }
  }

  /** A number between two, drawn with the shop. */
  public double between(double least, double most) {
    return least + (most - least) * random.nextDouble();
  }

  /** The name of a kind, drawn with the shop. */
  public String anyKind() {
    return List.copyOf(kinds.keySet()).get(random.nextInt(kinds.size()));
  }

  /** The names of all kinds. */
  public List<String> kinds() {
    return List.copyOf(kinds.keySet());
  }

  /** What a kind is. */
  public Kind kind(String name) {
    return kinds.get(name);
  }

  /** Adds a kind, or replaces one. */
  public Shop kind(String name, double weight, double micros, Work work) {
    kinds.put(name, new Kind(weight, micros, work));
    return this;
  }

  /** Replaces what a kind does; it is as frequent as it was. */
  public Shop kind(String name, double micros, Work work) {
    return kind(name, kinds.get(name).weight, micros, work);
  }

  /** Has something happen within the first call of a kind, after what it does without it. */
  public Shop within(String name, double moreMicros, Work work) {
    Kind kind = kinds.get(name);
    return kind(
        name,
        kind.micros + moreMicros,
        lane ->
            lane.call(
                name,
                () -> {
                  lane.work(10);
                  lane.call(part(name, "Dao.find"), 0.6 * kind.micros);
                  work.on(lane);
                  lane.work(0.2 * kind.micros);
                }));
  }

  /** Replaces the load: how many times as much as the mean it is at a part of the time. */
  public Shop load(DoubleUnaryOperator ofPart) {
    load = ofPart;
    return this;
  }

  /** Lets at least so many threads serve requests for that part of the time. */
  public Shop busy(int atLeast, double part) {
    lanes = Math.max(lanes, atLeast);
    busy = part;
    return this;
  }

  /** Lets one thread serve all requests. */
  public Shop alone() {
    lanes = 1;
    return this;
  }

  /** Lets it serve about so many requests. */
  public Shop requests(int count) {
    requests = count;
    return this;
  }

  /** Has all requests go through something before they do what their kind does. */
  public Shop entry(UnaryOperator<Work> around) {
    entry = around;
    return this;
  }

  /** Replaces the deviation of the logarithm of all times. */
  public Shop noise(double sigma) {
    noise = sigma;
    return this;
  }

  /** Has something added when the service has run. */
  public Shop later(Consumer<Service> what) {
    more.add(what);
    return this;
  }

  /** Has another program run beside it, in the same recording. */
  public Shop beside(Shop other) {
    others.add(other);
    return this;
  }

  /** The programs beside it. */
  List<Shop> others() {
    return others;
  }

  /** Lets the whole program stand still, at a part of its time, for milliseconds. */
  public Shop pause(double part, double millis) {
    service.pause((long) (1_000 * part * seconds()), (long) millis);
    paused += millis / 1_000;
    return this;
  }

  /** Threads that serve requests. */
  public int lanes() {
    return lanes;
  }

  /** How long the service runs; it depends on the kinds. */
  public double seconds() {
    double weights = kinds.values().stream().mapToDouble(Kind::weight).sum();
    double micros = kinds.values().stream().mapToDouble(kind -> kind.weight * kind.micros).sum();
    return seconds > 0 ? seconds : requests * micros / weights / 1e6 / lanes / busy;
  }

  /** The part of the time of the service that is over, from 0 to 1. */
  public double part(Lane lane) {
    return lane.seconds() / seconds();
  }

  /** Serves the requests. */
  public Service run() {
    seconds = seconds();
    double until = seconds + paused;
    service.noise(noise);
    double weights = kinds.values().stream().mapToDouble(Kind::weight).sum();
    double each = lanes * seconds * 1e6 / requests; // of a request and the time after it
    service.serve(
        lanes,
        until,
        second -> each * (1 - busy) / Math.max(0.01, load.applyAsDouble(second / seconds)),
        lane -> {
          double at = weights * lane.random();
          Kind chosen = null;
          for (Kind kind : kinds.values()) {
            chosen = at >= 0 ? kind : chosen;
            at -= kind.weight;
          }
          entry.apply(chosen.work).on(lane);
        });
    more.forEach(what -> what.accept(service));
    return service;
  }

  /** A class of a kind's own: {@code Order.list} and {@code Dao.find} are OrderDao.find. */
  static String part(String kind, String what) {
    return kind.substring(0, kind.indexOf('.')) + what;
  }

  /** Some calls below a first one: of services, of a store that these ask, and of a view. */
  private Work tree(String name, double micros) {
    double own = between(0.1, 0.4);
    double store = between(0.2, 0.6);
    boolean isDeep = random.nextBoolean();
    boolean isShown = random.nextBoolean();
    String what = name.substring(name.indexOf('.') + 1);
    return lane ->
        lane.call(
            name,
            () -> {
              lane.work(own * micros);
              Runnable find = () -> lane.call(part(name, "Dao." + what), store * micros);
              if (isDeep) {
                lane.call(part(name, "Service." + what), find);
              } else {
                find.run();
              }
              if (isShown) {
                lane.call(part(name, "View.render"), (1 - own - store) * micros);
              } else {
                lane.work((1 - own - store) * micros);
              }
            });
  }
}
