package dev.sluice.cli.oracle;

import dev.sluice.api.record.RecordType;
import java.util.List;

/** A record that a producer emitted, and what became of it. */
final class Emission {
  /** What becomes of a record. */
  enum Fate {
    CAME,
    DROPPED,
    GAP,
    BEFORE_START,
    NO_END
  }

  final RecordType type;
  final List<Object> values;
  final long time;
  final Call call;

  /** Of an aggregate the calls that it is of. */
  List<Call> counted = List.of();

  Fate fate = Fate.CAME;
  String cause;

  Emission(RecordType type, long time, Call call, List<Object> values) {
    this.type = type;
    this.time = time;
    this.call = call;
    this.values = values;
  }

  boolean came() {
    return fate == Fate.CAME;
  }
}
