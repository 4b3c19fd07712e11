package dev.sluice.cli.format;

import dev.sluice.api.record.RecordType;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What is worked out once per record type. A chunk brings its own type objects, so they are found
 * by identity first and compared only once per chunk. For one thread.
 *
 * @param <P> what is worked out
 */
public final class PerType<P> {
  private static final int MAX_IDENTITIES = 4096;

  private final Function<RecordType, P> maker;
  private final Map<RecordType, P> plans = new HashMap<>();
  private final Map<RecordType, P> identities = new IdentityHashMap<>();
  private RecordType last;
  private P lastPlan;

  /** Works it out with that function. */
  public PerType(Function<RecordType, P> maker) {
    this.maker = maker;
  }

  /** What belongs to the type. */
  public P of(RecordType type) {
    if (type != last) {
      lastPlan = find(type);
      last = type;
    }
    return lastPlan;
  }

  private P find(RecordType type) {
    P plan = identities.get(type);
    if (plan == null) {
      plan = plans.computeIfAbsent(type, maker);
      if (identities.size() >= MAX_IDENTITIES) {
        identities.clear();
      }
      identities.put(type, plan);
    }
    return plan;
  }

  /** What was worked out so far. */
  public Map<RecordType, P> all() {
    return plans;
  }
}
