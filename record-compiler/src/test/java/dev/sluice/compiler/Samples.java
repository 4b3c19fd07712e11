package dev.sluice.compiler;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/** Record types of the tests. */
final class Samples {
  private Samples() {}

  /** Its rows have no inline data, unless the symbol table is full. */
  @MonitoringRecord(name = "test.call")
  record Call(
      @SymbolField String operation,
      @SymbolField String session,
      long trace,
      @Timestamp long tin,
      @Timestamp(recordTime = true) long tout,
      AllTypes.Kind kind,
      int eoi,
      int ess) {}

  /** Has wide fields only. */
  @MonitoringRecord(name = "test.wide")
  record Wide(@Timestamp(recordTime = true) long time, double value) {}

  /** More text than a row may have. */
  @MonitoringRecord(name = "test.texts")
  record Texts(
      @Timestamp(recordTime = true) long time,
      String a,
      String b,
      String c,
      String d,
      String e,
      String f,
      String g,
      byte[] h) {}

  /** An accessor that throws, and a constructor that refuses. */
  @MonitoringRecord(name = "test.stubborn")
  record Stubborn(@Timestamp(recordTime = true) long time, int value) {
    Stubborn {
      if (value < 0) {
        throw new IllegalArgumentException("negative");
      }
    }

    @Override
    public int value() {
      if (value == 13) {
        throw new IllegalStateException("unlucky");
      }
      return value;
    }
  }
}
