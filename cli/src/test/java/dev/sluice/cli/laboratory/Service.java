package dev.sluice.cli.laboratory;

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
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;

/**
 * Service in virtual time: threads serve requests, whose calls take drawn times; all of it stands
 * still in pauses. For one thread.
 */
public final class Service {
  /** When it starts, nanoseconds since the epoch. */
  public static final long START = 1_700_000_000_000_000_000L;

  private static final int CHUNK = 1_000;

  private final Random random;
  private final List<Recorded> records = new ArrayList<>();
  private final Map<Long, Long> pauses = new TreeMap<>();
  private long producer = 7;
  private long traces;
  private Map<String, String> attributes = Map.of();
  private Predicate<String> recorded = operation -> true;
  private double noise = 0.25;
  private int lost = -1;
  private long dropped;

  /**
   * Record of the service.
   *
   * @param time nanoseconds since the epoch, by which records are written
   */
  private record Recorded(RecordType type, long time, Object[] values) {}

  /** What calls may throw. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates a failure without a stack trace. */
    public Failure() {
      super(null, null, false, false);
    }
  }

  /** What a request does. */
  public interface Work {
    /** Does it in that thread. */
    void on(Lane lane);
  }

  /** Creates a service whose times are drawn from a seed. */
  public Service(long seed) {
    random = new Random(seed);
  }

  /** Everything stands still from then on, in milliseconds from the start. */
  public Service pause(long from, long millis) {
    pauses.put(START + from * 1_000_000, millis * 1_000_000);
    return this;
  }

  /** That chunk does not come. */
  public Service lose(int chunk) {
    lost = chunk;
    return this;
  }

  /** So many records are dropped, as the last header tells. */
  public Service drop(long count) {
    dropped = count;
    return this;
  }

  /** Sets the deviation of the logarithm of all times; 0.25 else. */
  public Service noise(double sigma) {
    noise = sigma;
    return this;
  }

  /** What each chunk says of it. */
  public Service says(Map<String, String> values) {
    attributes = values;
    return this;
  }

  /** The id of its program, 7 else. */
  public Service producer(long id) {
    producer = id;
    return this;
  }

  /** Where its times are drawn from. */
  public Random random() {
    return random;
  }

  /** Lets so many threads serve as many requests, with that time between them. */
  public Service serve(int lanes, int requests, double thinkMicros, Work work) {
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

  /**
   * Serves requests until the given time.
   *
   * @param lanes number of threads
   * @param seconds how long it runs, virtual time
   * @param thinkMicros mean time between two requests of a thread, by the second of the service
   */
  public Service serve(int lanes, double seconds, DoubleUnaryOperator thinkMicros, Work work) {
    for (int i = 0; i < lanes; i++) {
      Lane lane = new Lane();
      lane.work(thinkMicros.applyAsDouble(0) * i / lanes + 1);
      while (lane.seconds() < seconds) {
        lane.request(work);
        lane.work(thinkMicros.applyAsDouble(lane.seconds()));
      }
    }
    return this;
  }

  /** Lets a thread do something again and again until the given second, in a call without end. */
  public Service loop(double seconds, Work work) {
    Lane lane = new Lane();
    lane.trace = ++traces;
    lane.order = 1;
    lane.depth = 1;
    while (lane.seconds() < seconds) {
      work.on(lane);
    }
    return this;
  }

  /** Chooses the operations that are recorded; all others take their time unseen. */
  public Service recording(Predicate<String> operations) {
    recorded = operations;
    return this;
  }

  /** Adds a record of any type, at a time in nanoseconds since the epoch. */
  public Service record(RecordType type, long time, Object... values) {
    records.add(new Recorded(type, time, values));
    return this;
  }

  /** A thread. */
  public final class Lane {
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
    public void call(String operation, Runnable body) {
      boolean isRecorded = recorded.test(operation);
      int eoi = order;
      int ess = depth;
      order += isRecorded ? 1 : 0;
      depth += isRecorded ? 1 : 0;
      long begin = now;
      boolean failed = true;
      now += 200;
      try {
        body.run();
        failed = false;
      } finally {
        depth = ess;
        now += 200;
        if (isRecorded) {
          Object[] values = {
            signature(operation), null, trace, begin, now, "host", eoi, ess, failed
          };
          records.add(new Recorded(OperationExecutionReader.TYPE, now, values));
        }
      }
    }

    /** Has another thread call an operation that takes about so long there. */
    public void start(String operation, double micros) {
      Lane other = new Lane();
      other.now = now;
      other.trace = ++traces;
      Object[] values = {now, other.trace, other.trace, null, "host", trace, order - 1, depth};
      records.add(new Recorded(TraceMetadataReader.TYPE, now, values));
      other.call(operation, micros);
    }

    /** Calls an operation that takes about so long. */
    public void call(String operation, double micros) {
      call(operation, () -> work(micros));
    }

    /** Takes about so long, by a logarithm that is normal. */
    public void work(double micros) {
      spend((long) (1_000 * micros * Math.exp(noise * random.nextGaussian())));
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

    /** Drawn number from 0 to 1. */
    public double random() {
      return random.nextDouble();
    }

    /** Drawn number with mean 0 and deviation 1. */
    public double normal() {
      return random.nextGaussian();
    }

    /** Whether something happens that has that probability. */
    public boolean chance(double part) {
      return random.nextDouble() < part;
    }

    /** Seconds since the start. */
    public double seconds() {
      return (now - START) / 1e9;
    }

    /** The time, nanoseconds since the epoch. */
    public long now() {
      return now;
    }

    /** The id of the trace that the thread works for. */
    public long trace() {
      return trace;
    }

    /** Waits until a time in nanoseconds since the epoch; not at all if that is over. */
    public void until(long time) {
      now = Math.max(now, time);
    }

    /** The service that it is a thread of. */
    public Service service() {
      return Service.this;
    }
  }

  /** What a call of an operation is recorded as: a method of Java, or the name itself. */
  public static String signature(String operation) {
    boolean isMethod = operation.matches("\\w+\\.\\w+");
    return isMethod ? "public void app." + operation + "()" : operation;
  }

  /** The recording, in chunks. */
  public Path write(Path file) throws IOException {
    records.sort(Comparator.comparing(Recorded::time));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    int chunks = (records.size() + CHUNK - 1) / CHUNK;
    for (int chunk = 0; chunk < chunks; chunk++) {
      int end = Math.min(records.size(), (chunk + 1) * CHUNK);
      TestBatch batch = new TestBatch();
      List<Recorded> some = records.subList(chunk * CHUNK, end);
      some.forEach(one -> batch.add(one.type, one.values));
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
              .times(some.get(0).time, some.get(some.size() - 1).time)
              .build();
      if (chunk != lost) {
        all.write(Chunks.of(accounting, Attributes.of(attributes), batch));
      }
    }
    return Files.write(file, all.toByteArray());
  }
}
