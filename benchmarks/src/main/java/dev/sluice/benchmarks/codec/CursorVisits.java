package dev.sluice.benchmarks.codec;

import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.util.Arrays;

/**
 * Visits every field of every record of a cursor, as a program does that knows its types: straight
 * code per type, texts as references. For one thread.
 */
final class CursorVisits {
  private RecordType[] types = new RecordType[0];
  private Kind[] kinds = new Kind[0];

  /** The types of the sets; those with the same sequence of field types share one. */
  private enum Kind {
    OPERATION_EXECUTION,
    TRACE_METADATA,
    OPERATION_EVENT,
    CPU_UTILIZATION,
    MEM_SWAP_USAGE,
    GARBAGE_COLLECTION,
    THREADS_STATUS,
    CLASS_LOADING,
    COMPILATION,
    JVM_HEAP,
    METADATA;

    static Kind of(RecordType type) {
      String name = type.name().substring(type.name().indexOf('.') + 1);
      return switch (name) {
        case "before_operation", "after_operation" -> OPERATION_EVENT;
        default -> valueOf(name.toUpperCase(java.util.Locale.ROOT));
      };
    }
  }

  /** A sum over all values of the records that are left. */
  long all(RecordCursor cursor) {
    long sum = 0;
    RecordType last = null;
    Kind kind = null;
    while (cursor.next()) {
      RecordType type = cursor.type();
      if (type != last) {
        kind = kind(type);
        last = type;
      }
      sum += visit(kind, cursor);
    }
    return sum;
  }

  private Kind kind(RecordType type) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == type) {
        return kinds[i];
      }
    }
    // Decoders keep type objects while the schema stays the same; if one does not, start anew.
    int at = types.length < 64 ? types.length : 0;
    types = Arrays.copyOf(types, at + 1);
    kinds = Arrays.copyOf(kinds, at + 1);
    types[at] = type;
    kinds[at] = Kind.of(type);
    return kinds[at];
  }

  private static long visit(Kind kind, RecordCursor c) {
    return switch (kind) {
      case OPERATION_EXECUTION -> operationExecution(c);
      case OPERATION_EVENT -> operationEvent(c);
      case TRACE_METADATA -> traceMetadata(c);
      case CPU_UTILIZATION -> cpuUtilization(c);
      case MEM_SWAP_USAGE -> memSwapUsage(c);
      case GARBAGE_COLLECTION -> vm(c) + text(c, 4) + c.longValue(5) + c.longValue(6);
      case THREADS_STATUS -> vm(c) + longs(c, 4) + c.longValue(7);
      case CLASS_LOADING -> vm(c) + longs(c, 4);
      case COMPILATION -> vm(c) + text(c, 4) + c.longValue(5);
      case JVM_HEAP -> vm(c) + longs(c, 4) + longs(c, 7) + longs(c, 10);
      default -> metadata(c);
    };
  }

  private static long operationExecution(RecordCursor c) {
    return c.longValue(0)
        + text(c, 1)
        + text(c, 2)
        + c.longValue(3)
        + c.longValue(4)
        + c.longValue(5)
        + text(c, 6)
        + c.longValue(7)
        + c.longValue(8);
  }

  private static long operationEvent(RecordCursor c) {
    return c.longValue(0) + longs(c, 1) + text(c, 4) + text(c, 5);
  }

  private static long traceMetadata(RecordCursor c) {
    return longs(c, 0) + text(c, 3) + text(c, 4) + c.longValue(5) + c.longValue(6);
  }

  private static long cpuUtilization(RecordCursor c) {
    return c.longValue(0)
        + c.longValue(1)
        + text(c, 2)
        + text(c, 3)
        + bits(c, 4)
        + bits(c, 5)
        + bits(c, 6)
        + bits(c, 7)
        + bits(c, 8)
        + bits(c, 9)
        + bits(c, 10);
  }

  private static long memSwapUsage(RecordCursor c) {
    return c.longValue(0) + c.longValue(1) + text(c, 2) + longs(c, 3) + longs(c, 6);
  }

  private static long metadata(RecordCursor c) {
    return c.longValue(0)
        + text(c, 1)
        + text(c, 2)
        + text(c, 3)
        + longs(c, 4)
        + text(c, 7)
        + c.longValue(8);
  }

  /** What all records of a Java VM begin with. */
  private static long vm(RecordCursor c) {
    return c.longValue(0) + c.longValue(1) + text(c, 2) + text(c, 3);
  }

  private static long longs(RecordCursor c, int first) {
    return c.longValue(first) + c.longValue(first + 1) + c.longValue(first + 2);
  }

  private static long text(RecordCursor c, int field) {
    return c.text(field) == null ? 1 : 0;
  }

  private static long bits(RecordCursor c, int field) {
    return Double.doubleToRawLongBits(c.doubleValue(field));
  }
}
