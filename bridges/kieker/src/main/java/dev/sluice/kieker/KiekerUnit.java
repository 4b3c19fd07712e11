package dev.sluice.kieker;

import dev.sluice.api.chunk.Attributes;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The unit of the time stamps of a log, which its metadata record names; nanoseconds before that
 * record. It is kept as an attribute of the producer for the conversion back, unless it is
 * nanoseconds.
 */
public final class KiekerUnit {
  static final String ATTRIBUTE = "kieker.time_unit";

  private KiekerUnit() {}

  /** Returns the nanoseconds of the unit with this name; 0 if there is no such unit. */
  public static long nanos(String name) {
    try {
      return TimeUnit.valueOf(name).toNanos(1);
    } catch (IllegalArgumentException e) {
      return 0;
    }
  }

  /** Returns the attributes of a producer whose time stamps have a unit, which may be null. */
  public static Attributes attributes(String name) {
    return name.equals("NANOSECONDS") ? Attributes.NONE : Attributes.of(Map.of(ATTRIBUTE, name));
  }

  /** Returns the nanoseconds of the unit of a producer's time stamps in Kieker's formats. */
  public static long nanos(Attributes attributes) {
    String name = attributes.get(ATTRIBUTE);
    long nanos = name == null ? 1 : nanos(name);
    return nanos == 0 ? 1 : nanos;
  }
}
