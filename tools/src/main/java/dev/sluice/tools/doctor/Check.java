package dev.sluice.tools.doctor;

import dev.sluice.support.wire.Obstacle;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Result of one check.
 *
 * @param name name of the check: {@code topic}
 * @param outcome result
 * @param finding in one human-readable line
 * @param cure what to do, or null where nothing is to be done
 */
public record Check(String name, Outcome outcome, String what, String cure) {
  /** Outcomes of a check. */
  public enum Outcome {
    /** The check succeeded. */
    OK,
    /** The check succeeded, but the setting may fail later or lose data. */
    WARNING,
    /** Records do not arrive. */
    FAILED,
    /** The result is unknown; {@code what} says why. */
    NOT_CHECKED;

    /** Returns the word for it: {@code not checked}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  static Check ok(String what) {
    return new Check("", Outcome.OK, what, null);
  }

  static Check warning(String what, String cure) {
    return new Check("", Outcome.WARNING, what, cure);
  }

  static Check failed(String what, String cure) {
    return new Check("", Outcome.FAILED, what, cure);
  }

  static Check notChecked(String why) {
    return new Check("", Outcome.NOT_CHECKED, why, null);
  }

  /** Returns a failed check for an obstacle, with its own cure, the given one, or the default. */
  static Check failed(Obstacle obstacle, String cure) {
    String own = obstacle.cure() == null ? cure : obstacle.cure();
    return failed(obstacle.what(), own == null ? obstacle.stage().cure() : own);
  }

  /** Another one, if this is well. */
  Check then(Supplier<Check> next) {
    return outcome == Outcome.OK ? next.get() : this;
  }

  Check named(String newName) {
    return new Check(newName, outcome, what, cure);
  }
}
