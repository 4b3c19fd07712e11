package dev.sluice.tools.format;

import dev.sluice.api.record.RecordType;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache of values that are computed once per record type. Each chunk has its own type objects, so
 * they are found by identity first and compared only once per chunk. The cache is cleared when its
 * types have more fields in total than those of one chunk may have, so it stays small for any
 * input. For one thread.
 *
 * @param <P> the type of the values
 */
public final class PerType<P> {
  private static final int MAX_FIELDS = 20_000;

  private final Function<RecordType, P> maker;
  private final Map<RecordType, P> plans = new HashMap<>();
  private final Map<RecordType, P> identities = new IdentityHashMap<>();
  private int fields;
  private RecordType last;
  private P lastPlan;

  /** Works it out with that function. */
  public PerType(Function<RecordType, P> maker) {
    this.maker = maker;
  }

  /** Returns what belongs to the type. */
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
      int more = type.fields().size() + 1;
      if (more > MAX_FIELDS - fields) {
        plans.clear();
        identities.clear();
        fields = 0;
      }
      fields += more;
      plan = plans.computeIfAbsent(type, maker);
      identities.put(type, plan);
    }
    return plan;
  }

  /** Returns the number of types with a value. */
  int size() {
    return identities.size();
  }
}
