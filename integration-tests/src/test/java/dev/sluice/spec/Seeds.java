package dev.sluice.spec;

import java.util.Random;

/** Randomness that differs from build to build and can be repeated. */
final class Seeds {
  private Seeds() {}

  /** Prints the seed; {@code -Dsluice.seed} repeats it. */
  static Random random(String what) {
    long seed = Long.getLong("sluice.seed", new Random().nextLong());
    System.out.println(what + ": seed " + seed);
    return new Random(seed);
  }
}
