package dev.sluice.testkit;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.List;
import java.util.Random;

/** Sample records like those of probes, equal at each call. */
public final class SampleRecords {
  /** Record type of an operation execution. */
  public static final RecordType OPERATION =
      new RecordType(
          "sluice.operation_execution",
          1,
          List.of(
              new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
              new Field("sessionId", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("traceId", FieldType.LONG),
              new Field("tin", FieldType.LONG, Field.Role.TIMESTAMP),
              new Field("tout", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("hostname", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("eoi", FieldType.INT),
              Field.of("ess", FieldType.INT)));

  /** Record type with a text, a double, a byte and a byte array. */
  public static final RecordType NOTE =
      new RecordType(
          "test.note",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("text", FieldType.STRING),
              Field.of("load", FieldType.DOUBLE),
              Field.of("level", FieldType.BYTE),
              Field.of("data", FieldType.BYTES)));

  private SampleRecords() {}

  /** Returns calls of depth 10, the innermost first. */
  public static TestBatch operations(int count) {
    Random random = new Random(42);
    TestBatch batch = new TestBatch();
    long clock = 5_000_000_000L;
    for (int i = 0; i < count; i++) {
      int depth = 9 - i % 10;
      clock += 35 + random.nextInt(15) + (depth == 9 ? 300 : 0);
      String signature = "public void app.Service.operation" + random.nextInt(5) + "(long, int)";
      batch.add(
          OPERATION,
          signature,
          "<no-session>",
          77L + i / 10,
          clock - 30 - 60 * (9 - depth),
          clock,
          "host",
          depth,
          depth);
    }
    return batch;
  }

  /** Returns operations and notes in turn. */
  public static TestBatch mixed(int count) {
    Random random = new Random(43);
    TestBatch batch = new TestBatch();
    for (int i = 0; i < count; i++) {
      if (i % 3 == 0) {
        byte[] data = i % 2 == 0 ? null : new byte[i % 20];
        batch.add(
            NOTE, 1000L * i, "note " + random.nextInt(40), random.nextDouble(), (byte) i, data);
      } else {
        batch.add(
            OPERATION, "op" + i % 4, null, (long) i / 8, 990L * i, 1000L * i, "host", i % 8, i % 3);
      }
    }
    return batch;
  }
}
