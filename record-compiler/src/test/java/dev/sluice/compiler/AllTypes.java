package dev.sluice.compiler;

import dev.sluice.api.record.FieldName;
import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;
import java.util.Arrays;
import java.util.List;

/** A record type that has a field of each type. */
@MonitoringRecord(name = "test.all_types", version = 3)
record AllTypes(
    boolean flag,
    byte tiny,
    short small,
    char letter,
    int number,
    long big,
    float single,
    double real,
    @FieldName(AllTypes.TEXT) String text,
    @SymbolField String symbol,
    Kind kind,
    byte[] data,
    @Timestamp long start,
    @Timestamp(recordTime = true) long time) {

  /** A field may have any name. */
  static final String TEXT = "\"quoted\" \\u0022 \n\0$record \u00e4 \ud834\udd1e";

  /** The values as {@link Row#values()} gives them. */
  List<Object> values() {
    return Arrays.asList(
        flag ? 1L : 0L,
        (long) tiny,
        (long) small,
        (long) letter,
        (long) number,
        big,
        single,
        real,
        text,
        symbol,
        kind == null ? null : kind.name(),
        data,
        start,
        time);
  }

  enum Kind {
    PLAIN,
    WITH_BODY {
      @Override
      public String toString() {
        return "not the name";
      }
    }
  }
}
