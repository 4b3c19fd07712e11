package dev.sluice.benchmarks.codec;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.TestBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A stream made in code, for machines without the recorded logs: a program of four threads whose
 * traces are random call trees over 60 operations, interleaved as their operations end. The session
 * travels inline in the row, everything else that is text as a symbol. The same at every call.
 */
final class GeneratedStream {
  static final int RECORDS = 65_536;

  private static final RecordType TYPE =
      new RecordType(
          "sluice.operation_execution",
          1,
          List.of(
              new Field("loggingTimestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("operationSignature", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("sessionId", FieldType.STRING),
              Field.of("traceId", FieldType.LONG),
              new Field("tin", FieldType.LONG, Field.Role.TIMESTAMP),
              new Field("tout", FieldType.LONG, Field.Role.TIMESTAMP),
              new Field("hostname", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("eoi", FieldType.INT),
              Field.of("ess", FieldType.INT)));
  private static final int THREADS = 4;
  private static final int OPERATIONS = 60;
  private static final int DEEPEST = 12;

  private final Random random = new Random(20_261_121);
  private final TestBatch batch = new TestBatch();
  private final List<String> signatures = new ArrayList<>();
  private final List<ProgramThread> threads = new ArrayList<>();
  private long clock = 1_767_225_600_000_000_000L;
  private long traces;

  private GeneratedStream() {
    for (int i = 0; i < OPERATIONS; i++) {
      signatures.add(
          "public java.util.List com.example.shop.service%d.Service%d.operation%d(java.lang.String, long)"
              .formatted(i % 7, i % 13, i));
    }
    for (int i = 0; i < THREADS; i++) {
      threads.add(new ProgramThread());
    }
  }

  static TestBatch records() {
    GeneratedStream stream = new GeneratedStream();
    while (stream.batch.size() < RECORDS) {
      stream.threads.get(stream.random.nextInt(THREADS)).step();
    }
    return stream.batch;
  }

  /** An operation that has begun. */
  private record Call(int operation, long tin, int eoi) {}

  /** A thread of the program: begins an operation or ends the last one begun. */
  private final class ProgramThread {
    private final Deque<Call> calls = new ArrayDeque<>();
    private String session;
    private long trace;
    private int begun;

    void step() {
      clock += 200 + (long) (random.nextDouble() * random.nextDouble() * 40_000);
      boolean first = calls.isEmpty();
      if (first) {
        trace = ++traces;
        begun = 0;
        session = "session-" + random.nextInt(32);
      }
      if (first || calls.size() < DEEPEST && random.nextInt(100) < 48) {
        calls.push(new Call(operation(), clock, begun++));
      } else {
        end(calls.pop());
      }
    }

    /** Some operations are called far more often than others. */
    private int operation() {
      return (int) (OPERATIONS * random.nextDouble() * random.nextDouble());
    }

    private void end(Call call) {
      batch.add(
          TYPE,
          clock + 60 + random.nextInt(40),
          signatures.get(call.operation),
          session,
          trace,
          call.tin,
          clock,
          "host-1",
          call.eoi,
          calls.size());
    }
  }
}
