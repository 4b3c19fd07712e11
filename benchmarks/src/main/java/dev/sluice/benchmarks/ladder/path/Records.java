package dev.sluice.benchmarks.ladder.path;

import java.nio.ByteBuffer;

/** Records as objects; the code that writes them is of the kind that a generator writes. */
final class Records {
  private Records() {}

  /** Knows how to write itself. */
  sealed interface Written {
    /** Does so; the texts have their numbers from the registry. */
    void writeTo(Registry registry, RecordFile file);
  }

  /** An execution and its place in a trace. */
  record Execution(
      String signature,
      String session,
      String host,
      long trace,
      long tin,
      long tout,
      int order,
      int depth)
      implements Written {
    @Override
    public void writeTo(Registry registry, RecordFile file) {
      int signatureNumber = registry.number(signature);
      int sessionNumber = registry.number(session);
      int hostNumber = registry.number(host);
      registry.writeNew(file);
      file.next()
          .putInt(RecordLayout.EXECUTION)
          .putInt(signatureNumber)
          .putInt(sessionNumber)
          .putInt(hostNumber)
          .putLong(trace)
          .putLong(tin)
          .putLong(tout)
          .putInt(order)
          .putInt(depth);
      file.recorded();
    }
  }

  /** Begin and end of an execution. */
  record Duration(String signature, long tin, long tout) implements Written {
    @Override
    public void writeTo(Registry registry, RecordFile file) {
      int number = registry.number(signature);
      registry.writeNew(file);
      file.next().putInt(RecordLayout.DURATION).putInt(number).putLong(tin).putLong(tout);
      file.recorded();
    }
  }

  /** Several executions. */
  record Aggregate(String signature, long count, long nanos) implements Written {
    @Override
    public void writeTo(Registry registry, RecordFile file) {
      int number = registry.number(signature);
      registry.writeNew(file);
      file.next().putInt(RecordLayout.AGGREGATE).putInt(number).putLong(count).putLong(nanos);
      file.recorded();
    }
  }

  /** An execution's bytes, made by the caller. */
  record Row(ByteBuffer bytes) {
    void writeTo(RecordFile file) {
      file.next().put(bytes);
      file.recorded();
    }
  }
}
