package dev.sluice.benchmarks.rate;

import dev.sluice.api.record.RecordType;
import dev.sluice.benchmarks.codec.MethodCallLog;
import dev.sluice.testkit.TestBatch;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Operation executions of the method-call benchmark, over and over: traces of ten nested calls of
 * one method, the innermost ends first. Every repetition goes on where the times and traces of the
 * one before ended. For one thread.
 */
public final class Executions {
  /** Nested calls of a trace. */
  public static final int DEPTH = 10;

  /** As Kieker's agents write it: without a space between the types of the parameters. */
  public static final String SIGNATURE =
      "public final long moobench.application.MonitoredClassSimple.monitoredMethod(long,int)";

  public static final String HOST = "bench01";

  private static final int TRACES = 6553;
  private static final long SEED = 20_171_110;

  private final long[] tins;
  private final long[] touts;
  private final long span;
  private final long firstTrace;
  private int next;
  private long timeShift;
  private long traceShift;

  /** Takes executions. */
  @FunctionalInterface
  public interface Taker {
    /** Takes one, with its depth in the stack, 0 for the outermost. */
    void take(long traceId, long tin, long tout, int ess);
  }

  private Executions(long[] tins, long[] touts, long firstTrace) {
    this.tins = tins;
    this.touts = touts;
    this.firstTrace = firstTrace;
    this.span = touts[touts.length - 1] - tins[DEPTH - 1] + 57;
  }

  /** Those of the recorded log MOO-F. */
  static Executions recorded(Path data) {
    List<TestBatch.Entry> log = MethodCallLog.read(data).entries();
    RecordType type = log.get(0).type();
    int tin = type.indexOf("tin");
    int tout = type.indexOf("tout");
    // The last trace of the log is cut off.
    int records = log.size() / DEPTH * DEPTH;
    long[] tins = new long[records];
    long[] touts = new long[records];
    for (int i = 0; i < records; i++) {
      tins[i] = (Long) log.get(i).values().get(tin);
      touts[i] = (Long) log.get(i).values().get(tout);
    }
    return new Executions(tins, touts, (Long) log.get(0).values().get(type.indexOf("traceId")));
  }

  /**
   * Made ones that look like the recorded, with their medians and quartiles: a clock of
   * nanoseconds, 21 ns from one call to the next below it, 42 ns from one end to the next above,
   * all with noise, and now and then an interruption. The same at every call.
   */
  public static Executions made() {
    Random random = new Random(SEED);
    long[] tins = new long[TRACES * DEPTH];
    long[] touts = new long[TRACES * DEPTH];
    long time = 1_795_222_196_471_351_990L;
    for (int first = 0; first < tins.length; first += DEPTH) {
      for (int ess = 0; ess < DEPTH; ess++) {
        time += step(random, 21, 5);
        tins[first + DEPTH - 1 - ess] = time;
      }
      time += step(random, 61, 6);
      for (int i = first; i < first + DEPTH; i++) {
        touts[i] = time;
        time += step(random, 42, 6);
      }
      time += step(random, 15, 4);
    }
    return new Executions(tins, touts, 4_885_621_356_012_830_720L);
  }

  private static long step(Random random, int mean, int noise) {
    long step = Math.max(10, Math.round(mean + noise * random.nextGaussian()));
    return random.nextInt(4_000) == 0 ? step + 2_000 + random.nextInt(10_000) : step;
  }

  /** Hands on the next {@code count}. */
  public void next(int count, Taker taker) {
    for (int i = 0; i < count; i++) {
      long traceId = firstTrace + traceShift + next / DEPTH;
      int ess = DEPTH - 1 - next % DEPTH;
      taker.take(traceId, tins[next] + timeShift, touts[next] + timeShift, ess);
      if (++next == tins.length) {
        next = 0;
        timeShift += span;
        traceShift += tins.length / DEPTH;
      }
    }
  }
}
