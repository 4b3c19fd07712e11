package dev.sluice.analysis.requests;

import dev.sluice.analysis.traces.TestProgram;
import dev.sluice.analysis.traces.TestProgram.TestChunk;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceReconstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program whose truth is known: requests of four kinds in random order. Times have heavy tails,
 * and neighbours depend on each other: a load that all share drifts.
 */
final class Shop {
  static final List<String> KINDS = List.of("page", "search", "cart", "orders");
  private static final int REQUESTS = 2_000;
  private static final long APART = 5_000_000;
  private static final double SPREAD = 1.2;
  private static final double TAIL = 2.5;

  private final Random random;
  private final double cart;
  private final int finds;
  private double load;

  /**
   * A shop.
   *
   * @param cart how many times as long a request of that kind takes
   * @param finds calls of {@code find} by a request of {@code orders}, on average
   */
  Shop(long seed, double cart, int finds) {
    random = new Random(seed);
    this.cart = cart;
    this.finds = finds;
    load = random.nextGaussian();
  }

  /** Expected calls and times of {@code orders}, in milliseconds without the load. */
  static double orders(int finds) {
    return Math.exp(SPREAD * SPREAD / 2) + finds;
  }

  private long time(String kind) {
    double value =
        kind.equals("search")
            ? Math.pow(1 - random.nextDouble(), -1 / TAIL)
            : Math.exp(SPREAD * random.nextGaussian());
    return nanos(kind.equals("cart") ? cart * value : value);
  }

  private long nanos(double millis) {
    return Math.round(millis * Math.exp(0.4 * load) * 1_000_000);
  }

  /** Its chunks; requests take that many times as long at first, for a tenth of the time. */
  List<TestChunk> chunks(double warmUp) {
    TestProgram program = new TestProgram(7);
    for (int i = 0; i < REQUESTS; i++) {
      load = 0.97 * load + Math.sqrt(1 - 0.97 * 0.97) * random.nextGaussian();
      double slower = i < REQUESTS / 10 ? warmUp : 1;
      request(program, i, KINDS.get(random.nextInt(KINDS.size())), slower);
      if (i % 200 == 199) {
        program.chunk();
      }
    }
    program.end();
    return program.chunks();
  }

  private void request(TestProgram program, int trace, String kind, double slower) {
    long begin = trace * APART;
    long at = begin;
    int order = 1;
    int calls = kind.equals("orders") ? random.nextInt(2 * finds + 1) : 1;
    List<long[]> below = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      // Exponential times of a call, or nearly nothing.
      double millis = kind.equals("orders") ? -Math.log(1 - random.nextDouble()) : 0.001;
      long end = at + nanos(millis * slower);
      below.add(new long[] {at, end, order++});
      at = end;
    }
    long end = at + Math.round(time(kind) * slower);
    String operation = kind.equals("orders") ? "find" : "log";
    below.forEach(call -> program.execution(trace, operation, call[0], call[1], (int) call[2], 1));
    program.execution(trace, kind, begin, end, 0, 0);
  }

  RequestStatistics read(double warmUp) {
    return read(chunks(warmUp));
  }

  static RequestStatistics read(List<TestChunk> chunks) {
    RequestStatistics statistics = new RequestStatistics();
    TraceReconstruction to = new TraceReconstruction(TraceLimits.DEFAULT, statistics);
    chunks.forEach(chunk -> TestProgram.feed(chunk, to));
    to.close();
    return statistics;
  }
}
