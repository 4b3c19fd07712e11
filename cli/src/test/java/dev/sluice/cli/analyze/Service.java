package dev.sluice.cli.analyze;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.Chunks;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.TraceMetadataReader;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A service in virtual time: threads serve requests, whose calls take drawn times; all of it stands
 * still in pauses. For one thread.
 */
final class Service {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final int CHUNK = 1_000;

  private final Random random;
  private final List<Object[]> records = new ArrayList<>();
  private final Map<Long, Long> pauses = new TreeMap<>();
  private long producer = 7;
  private long traces;
  private Map<String, String> attributes = Map.of();
  private int lost = -1;
  private long dropped;

  /** What calls may throw. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure() {
      super(null, null, false, false);
    }
  }

  /** What a request does. */
  interface Work {
    void on(Lane lane);
  }

  Service(long seed) {
    random = new Random(seed);
  }

  /** Everything stands still from then on, in milliseconds from the start. */
  Service pause(long from, long millis) {
    pauses.put(START + from * 1_000_000, millis * 1_000_000);
    return this;
  }

  /** That chunk does not come. */
  Service lose(int chunk) {
    lost = chunk;
    return this;
  }

  /** So many records are dropped, as the last header tells. */
  Service drop(long count) {
    dropped = count;
    return this;
  }

  /** What each chunk says of it. */
  Service says(Map<String, String> values) {
    attributes = values;
    return this;
  }

  /** The id of its program, 7 else. */
  Service producer(long id) {
    producer = id;
    return this;
  }

  Random random() {
    return random;
  }

  /** Lets so many threads serve as many requests, with that time between them. */
  Service serve(int lanes, int requests, double thinkMicros, Work work) {
    for (int i = 0; i < lanes; i++) {
      Lane lane = new Lane();
      lane.work(thinkMicros * i / lanes + 1);
      for (int k = 0; k < requests; k++) {
        lane.request(work);
        lane.work(thinkMicros);
      }
    }
    return this;
  }

  /** A thread. */
  final class Lane {
    private long now = START;
    private long trace;
    private int order;
    private int depth;

    private void request(Work work) {
      trace = ++traces;
      order = 0;
      depth = 0;
      try {
        work.on(this);
      } catch (Failure e) {
        depth = 0; // the client is told
      }
    }

    /** Calls an operation that does something. */
    void call(String operation, Runnable body) {
      int eoi = order++;
      int ess = depth++;
      long begin = now;
      boolean failed = true;
      now += 200;
      try {
        body.run();
        failed = false;
      } finally {
        depth = ess;
        now += 200;
        records.add(
            new Object[] {
              "public void app." + operation + "()",
              null,
              trace,
              begin,
              now,
              "host",
              eoi,
              ess,
              failed
            });
      }
    }

    /** Has another thread call an operation that takes about so long there. */
    void start(String operation, double micros) {
      Lane other = new Lane();
      other.now = now;
      other.trace = ++traces;
      records.add(
          new Object[] {now, other.trace, other.trace, null, "host", trace, order - 1, depth});
      other.call(operation, micros);
    }

    /** Calls an operation that takes about so long. */
    void call(String operation, double micros) {
      call(operation, () -> work(micros));
    }

    /** Takes about so long, by a logarithm that is normal. */
    void work(double micros) {
      spend((long) (1_000 * micros * Math.exp(0.25 * random.nextGaussian())));
    }

    private void spend(long nanos) {
      long end = now + nanos;
      for (Map.Entry<Long, Long> pause : pauses.entrySet()) {
        if (now < pause.getKey() && end >= pause.getKey()) {
          end += pause.getValue();
        }
      }
      now = end;
    }

    double random() {
      return random.nextDouble();
    }

    double normal() {
      return random.nextGaussian();
    }

    boolean chance(double part) {
      return random.nextDouble() < part;
    }

    /** Seconds since the start. */
    double seconds() {
      return (now - START) / 1e9;
    }
  }

  private static RecordType type(Object[] record) {
    return record[0] instanceof Long ? TraceMetadataReader.TYPE : OperationExecutionReader.TYPE;
  }

  private static Long time(Object[] record) {
    return (Long) (record[0] instanceof Long ? record[0] : record[4]);
  }

  /** The recording, in chunks. */
  Path write(Path file) throws IOException {
    records.sort(Comparator.comparing(Service::time));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int chunks = (records.size() + CHUNK - 1) / CHUNK;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int end = Math.min(records.size(), (chunk + 1) * CHUNK);
      TestBatch batch = new TestBatch();
      List<Object[]> some = records.subList(chunk * CHUNK, end);
      some.forEach(record -> batch.add(type(record), record));
      boolean last = chunk == chunks - 1;
      DropCounts drops =
          last && dropped > 0 ? DropCounts.ofLabels(Map.of("ring_full", dropped)) : DropCounts.NONE;
      Accounting accounting =
          new Accounting.Builder(producer)
              .name("app")
              .sequence(chunk)
              .end(last)
              .emitted(end + drops.total())
              .dropped(drops)
              .times(time(some.get(0)), time(some.get(some.size() - 1)))
              .build();
      if (chunk != lost) {
        all.write(Chunks.of(accounting, Attributes.of(attributes), batch));
      }
    }
    return Files.write(file, all.toByteArray());
  }
}
