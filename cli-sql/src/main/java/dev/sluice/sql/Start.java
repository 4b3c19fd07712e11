package dev.sluice.sql;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * DuckDB, which starts on a thread of its own while the source is read for the first time: to load
 * its library takes as long as that. For one thread.
 */
final class Start implements AutoCloseable {
  private final FutureTask<Database> task;

  Start(Database.Limits limits) {
    task = new FutureTask<>(() -> Database.open(limits));
    new Thread(task, "sluice-sql-start").start();
  }

  /** Waits for it. It is closed with this. */
  Database database() throws IOException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    try {
      database().close();
    } catch (IOException e) {
      // it did not start, which database() has reported
    }
  }
}
