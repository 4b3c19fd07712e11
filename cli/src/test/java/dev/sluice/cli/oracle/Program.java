package dev.sluice.cli.oracle;

import dev.sluice.cli.oracle.Emission.Fate;
import dev.sluice.cli.oracle.Producer.Probe;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Monitored programs that one seed draws, and what really happened in them. */
final class Program {
  private static final List<Set<Probe>> PROBES =
      List.of(
          EnumSet.of(Probe.EXECUTION),
          EnumSet.of(Probe.EXECUTION),
          EnumSet.of(Probe.EXECUTION),
          EnumSet.of(Probe.EVENTS),
          EnumSet.of(Probe.EVENTS),
          EnumSet.of(Probe.DURATION));

  private static final List<Probe> TRACED = List.of(Probe.EXECUTION, Probe.EVENTS, Probe.DURATION);

  private static final List<String> CAUSES = List.of("ring_full", "oversize", "evicted");

  /** How many times as long calls take, and how many more there are. */
  private static final int SLOW = 10_000;

  private static final int SLOW_STEPS = 4;

  final boolean backwards;
  final boolean hostile;
  final boolean losses;

  /** Whether it waits now and then for longer than a trace may be silent. */
  final boolean pauses;

  /** Whether programs call each other. */
  final boolean calls;

  /** Whether the chunks of each producer come in their order: none is waited for. */
  boolean inOrder = true;

  /** Whether its records have become those of another tool, with other fields. */
  boolean foreign;

  /** The first half of the ids of requests through several programs. */
  long w3cHigh;

  /** Draws which calls leave before their execution ends; null if none does. */
  Random leaving;

  /** The last span id of each request, if no two calls of one have the same; else null. */
  private Map<Long, Long> spans;

  final List<Producer> producers = new ArrayList<>();
  final List<Verdict> verdicts = new ArrayList<>();

  Program(long seed) {
    this(seed, false);
  }

  /** The same or, with other draws, one of few operations that are called often and take long. */
  Program(long seed, boolean slow) {
    Random random = random(seed, "program");
    hostile = random.nextInt(4) == 0;
    losses = random.nextInt(3) == 0;
    // Where a clock goes back, nobody can say what a loss may have taken.
    backwards = !losses && random.nextInt(4) == 0;
    pauses = !backwards && random(seed, "pauses").nextInt(8) == 0;
    List<String> names = Names.operations(random(seed, "names"), hostile);
    List<String> operations = slow ? names.subList(0, Math.min(8, names.size())) : names;
    long ids = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1 << 20);
    Random remotes = random(seed, "calls");
    calls = !backwards && !pauses && remotes.nextInt(4) == 0;
    Random others = random(seed, "clocks and restarts");
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      Producer producer =
          new Producer(
              random.nextLong(),
              random.nextInt(5) == 0 ? null : "program " + (restarts(i, others) ? i - 1 : i),
              "host-" + random.nextInt(2),
              random.nextLong() >> 16,
              PROBES.get(random.nextInt(PROBES.size())));
      producers.add(producer);
      if (!losses) {
        more(producer, random(seed, "probes " + i));
      }
      moreYet(producer, random(seed, "more probes " + i));
      long firstId = random.nextBoolean() ? ids : ids + 10_000L * i;
      int steps = 20 + random.nextInt(1 << 3 + random.nextInt(6));
      Run run = new Run(random(seed, "run " + i), producer, operations, firstId);
      run.stretch = slow ? SLOW : 1;
      if (calls && others.nextInt(4) == 0) {
        run.shift(TimeUnit.MINUTES.toNanos(others.nextInt(600) - 300L));
      }
      run.steps(
          slow ? SLOW_STEPS * steps : steps,
          backwards,
          pauses ? random(seed, "pauses " + i) : null);
      Aggregates.emit(producer, random(seed, "aggregates " + i));
      if (losses) {
        lose(producer, random(seed, "losses " + i));
      }
    }
    // Of one that was killed before its first chunk came nobody knows.
    producers.removeIf(one -> one.killed && one.emitted.stream().noneMatch(Emission::came));
    if (calls) {
      Random of = random(seed, "span ids");
      spans = of.nextBoolean() ? new HashMap<>() : null;
      leaving = of.nextBoolean() ? of : null;
      Remotes.draw(this, remotes);
      Messages.draw(this, random(seed, "messages"));
    }
  }

  /** Whether it is the program before, started again. */
  private boolean restarts(int i, Random others) {
    return calls && i > 0 && others.nextInt(4) == 0;
  }

  /** The id of a call: as drawn, or one that calls of other requests have, too. */
  long span(long request, long drawn) {
    return spans == null ? drawn : spans.merge(request, 1L, Long::sum);
  }

  /** So long a trace may be silent, so that none is cut. */
  String timeout() {
    return pauses ? "99h" : "5m";
  }

  /** Draws for one purpose, so that a new one changes no other. */
  static Random random(long seed, String purpose) {
    return new Random(seed * 0x9e37_79b9_7f4a_7c15L + purpose.hashCode());
  }

  /** Some operations have a second probe. */
  private static void more(Producer producer, Random random) {
    if (random.nextInt(4) == 0) {
      producer.probes.add(TRACED.get(random.nextInt(TRACED.size())));
    }
  }

  /** The same where records are lost; and probes that count calls. */
  private void moreYet(Producer producer, Random random) {
    if (losses && random.nextInt(4) == 0) {
      producer.probes.add(TRACED.get(random.nextInt(TRACED.size())));
    }
    int counts = random.nextInt(16);
    if (counts < 2) {
      producer.probes.add(counts == 0 ? Probe.AGGREGATE : Probe.HISTOGRAM);
    } else if (counts == 2) {
      producer.probes.clear();
      producer.probes.add(random.nextBoolean() ? Probe.AGGREGATE : Probe.HISTOGRAM);
    }
  }

  private static void lose(Producer producer, Random random) {
    List<Emission> all = producer.emitted;
    if (random.nextInt(3) == 0) {
      double often = random.nextDouble() * random.nextDouble() / 4;
      for (Emission one : all) {
        if (random.nextDouble() < often) {
          one.fate = Fate.DROPPED;
          one.cause = CAUSES.get(random.nextInt(CAUSES.size()));
        }
      }
    }
    for (int gaps = random.nextInt(3); gaps > 0; gaps--) {
      int from = random.nextInt(all.size());
      take(all, from, Math.min(all.size(), from + 1 + random.nextInt(20)), Fate.GAP);
    }
    if (random.nextInt(5) == 0) {
      take(all, 0, random.nextInt(all.size()), Fate.BEFORE_START);
    }
    if (random.nextInt(3) == 0) {
      producer.killed = true;
      int from = random.nextInt(all.size());
      take(all, from, all.size(), Fate.NO_END);
    }
    // Before the first chunk that comes, and behind the last, no chunk tells of more.
    for (int i = 0; i < all.size() && !all.get(i).came(); i++) {
      take(all, i, i + 1, all.get(i).fate == Fate.GAP ? Fate.BEFORE_START : all.get(i).fate);
    }
    for (int i = all.size() - 1; producer.killed && i >= 0 && !all.get(i).came(); i--) {
      take(all, i, i + 1, Fate.NO_END);
    }
  }

  private static void take(List<Emission> all, int from, int to, Fate fate) {
    for (Emission one : all.subList(from, to)) {
      one.fate = fate;
    }
  }
}
