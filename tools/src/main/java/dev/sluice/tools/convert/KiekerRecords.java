package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.kieker.KiekerType;
import dev.sluice.kieker.KiekerUnit;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes records of values in the order of Kieker's fields and hands them over. A log is one
 * producer. For one thread.
 */
final class KiekerRecords {
  /** Kieker's time stamp of a record that was not logged yet. */
  private static final long NOT_LOGGED = -1;

  private final ParsedRecord record = new ParsedRecord();
  private final RecordTarget target;
  private final ConvertReport report;
  private final Map<String, KiekerType> texts = new HashMap<>();
  private final String name;
  private Origin origin;
  private long unitNanos = 1;

  /**
   * Creates a target for the records of a log.
   *
   * @param name of the producer
   */
  KiekerRecords(String name, RecordTarget target, ConvertReport report) {
    this.name = name;
    this.target = target;
    this.report = report;
    this.origin = new Origin(this, name, Attributes.NONE);
  }

  /** Returns the record for the next values. */
  ParsedRecord record() {
    return record;
  }

  /** Returns the type of records of an unknown class. */
  KiekerType ofTexts(String className, int values) {
    return texts.computeIfAbsent(
        className + ' ' + values, key -> KiekerType.ofTexts(className, values));
  }

  /** Returns an instant in nanoseconds; throws an {@link ArithmeticException} if it has none. */
  long instant(long value) {
    return Math.multiplyExact(value, unitNanos);
  }

  /** Hands the record over whose values were put. */
  void finish(KiekerType type, long logged) throws IOException {
    if (type.unit >= 0) {
      unit(record.text(type.fields[type.unit]));
    }
    boolean isTimed = logged != NOT_LOGGED;
    long time = isTimed ? instant(logged) : logged;
    record.set(type.logged, time);
    record.set(type.classField, type.className);
    if (type.loggedAgain >= 0) {
      record.set(type.loggedAgain, time);
    }
    if (!isTimed) {
      record.retype(type.untimed);
    }
    target.take(record, origin, report);
  }

  /** The first record that names a unit holds for all that follow. */
  private void unit(String unit) {
    long nanos = unit == null ? 0 : KiekerUnit.nanos(unit);
    if (nanos > 0 && nanos != unitNanos) {
      unitNanos = nanos;
      origin = new Origin(new Object(), name, KiekerUnit.attributes(unit));
    }
  }

  /** Hands over a line that is no record of a known class, as it is. */
  void line(String line, String className, String why) throws IOException {
    record.begin(KiekerType.LINE);
    record.set(0, line);
    record.set(1, className);
    report.note(why);
    target.take(record, origin, report);
  }
}
