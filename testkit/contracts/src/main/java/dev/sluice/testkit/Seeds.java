package dev.sluice.testkit;

import java.util.Random;

/**
 * Seeds of random tests. Each build has the same seeds, so that a failing test points at the
 * change; {@code -Dsluice.seed=random} draws another, and {@code -Dsluice.seed=N} repeats it.
 */
public final class Seeds {
  private static final String ASKED = System.getProperty("sluice.seed", "");
  private static final boolean RANDOM = ASKED.equals("random");

  private Seeds() {}

  /**
   * Returns the first seed, or the only one, which is printed; {@code -Dsluice.first=N} is one,
   * too.
   */
  public static long first(String what) {
    long first = RANDOM ? new Random().nextInt(Integer.MAX_VALUE) : Long.getLong("sluice.first", 1);
    long seed = ASKED.isEmpty() || RANDOM ? first : Long.parseLong(ASKED);
    System.out.println(what + ": first seed " + seed);
    return seed;
  }

  /**
   * Returns the number of consecutive seeds: {@code -Dsluice.seeds=N}; 1 for a single seed given
   * with {@code -Dsluice.seed}.
   */
  public static int count(int count) {
    return ASKED.isEmpty() || RANDOM ? Integer.getInteger("sluice.seeds", count) : 1;
  }

  /**
   * Returns how much a test draws: a few in each build, all in a full run, which has {@code
   * -Dtest.full=true}.
   */
  public static int amount(int few, int all) {
    return Boolean.getBoolean("test.full") ? all : few;
  }
}
