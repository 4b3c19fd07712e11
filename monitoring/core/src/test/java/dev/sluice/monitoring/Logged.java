package dev.sluice.monitoring;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What monitors log, kept from the console while this is open. */
final class Logged implements AutoCloseable {
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Logger logger = Logger.getLogger("dev.sluice.monitoring");
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          failing.beforeRecord();
          records.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** What a logger does before it logs; it may throw. */
  interface Failing {
    void beforeRecord();
  }

  private final Failing failing;

  Logged() {
    this(() -> {});
  }

  Logged(Failing failing) {
    this.failing = failing;
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  List<LogRecord> records() {
    return records;
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
  }
}
