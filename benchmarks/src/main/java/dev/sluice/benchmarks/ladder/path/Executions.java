package dev.sluice.benchmarks.ladder.path;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Takes executions from a probe and hands them over. For callers. */
interface Executions {
  /** Hands one over. */
  void add(long trace, long tin, long tout, int order, int depth);

  /** The classes at work. */
  default String parts() {
    return getClass().getSimpleName();
  }

  /** As objects made by plain code. */
  record AsObjects(String signature, String session, String host, HandOver to)
      implements Executions {
    @Override
    public void add(long trace, long tin, long tout, int order, int depth) {
      to.put(new Records.Execution(signature, session, host, trace, tin, tout, order, depth));
    }
  }

  /** As objects made by reflection. */
  record ByReflection(Reflected reflected, String session, String host, HandOver to)
      implements Executions {
    @Override
    public void add(long trace, long tin, long tout, int order, int depth) {
      to.put(reflected.execution(session, host, trace, tin, tout, order, depth));
    }
  }

  /**
   * The caller asks for the numbers of the texts and counts, as before the refactoring of Strubel
   * and Wulf (2016), so that new texts are known before the record is.
   */
  record WithTexts(
      String signature,
      String session,
      String host,
      Registry shared,
      AtomicLong counter,
      Executions next)
      implements Executions {
    @Override
    public void add(long trace, long tin, long tout, int order, int depth) {
      counter.incrementAndGet();
      shared.number(signature);
      shared.number(session);
      shared.number(host);
      next.add(trace, tin, tout, order, depth);
    }

    @Override
    public String parts() {
      return WithTexts.class.getSimpleName() + " " + next.parts();
    }
  }

  /** As bytes; the numbers of the texts are constants. */
  record AsRows(HandOver to) implements Executions {
    @Override
    public void add(long trace, long tin, long tout, int order, int depth) {
      ByteBuffer row = ByteBuffer.allocate(RecordLayout.EXECUTION_BYTES);
      row.putInt(RecordLayout.EXECUTION)
          .putInt(MonitoredPath.SIGNATURE_TEXT)
          .putInt(MonitoredPath.SESSION_TEXT)
          .putInt(MonitoredPath.HOST_TEXT)
          .putLong(trace)
          .putLong(tin)
          .putLong(tout)
          .putInt(order)
          .putInt(depth)
          .flip();
      to.put(new Records.Row(row));
    }
  }

  /** As words in place. */
  record InRing(FlatRing ring) implements Executions {
    private static final long TYPE = word(RecordLayout.EXECUTION, MonitoredPath.SIGNATURE_TEXT);
    private static final long TEXTS = word(MonitoredPath.SESSION_TEXT, MonitoredPath.HOST_TEXT);

    @Override
    public void add(long trace, long tin, long tout, int order, int depth) {
      ring.put(TYPE, TEXTS, trace, tin, tout, word(order, depth));
    }

    private static long word(int high, int low) {
      return (long) high << Integer.SIZE | low;
    }
  }
}
