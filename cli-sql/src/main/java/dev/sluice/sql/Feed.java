package dev.sluice.sql;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.streams.ColumnConsumer;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.duckdb.DuckDBTableFunctionState;

/**
 * One scan of a source: a thread of its own reads and decodes records to slabs, which the threads
 * of DuckDB take. There is a fixed number of slabs, so that the reading thread waits for them.
 * Their two queues order what one thread wrote to a slab before what the next one does.
 */
final class Feed implements ColumnConsumer, DuckDBTableFunctionState, AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int SLABS = 16;

  /** Marks the end of the slabs; each taker passes it to the next one. */
  private static final Slab END = new Slab(new Kind[0]);

  private final Streams source;
  private final TypeColumns type;
  private final List<Column> columns;
  private final SlabFiller filler;
  private final Consumer<Throwable> failures;
  private final BlockingQueue<Slab> empty = new ArrayBlockingQueue<>(SLABS);
  private final BlockingQueue<Slab> full = new ArrayBlockingQueue<>(SLABS + 1);
  private final Thread thread;
  private Slab current;
  private long rows;
  private volatile boolean failed;
  private volatile boolean closed;

  /** Thrown if the scan was cancelled, for example by LIMIT. */
  private static final class ClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedException() {
      super("closed", null, false, false);
    }
  }

  /**
   * Starts to read.
   *
   * @param columns of that type, in the order of the slabs
   * @param failures called on the reading thread with the reason if reading ends early
   */
  Feed(Streams source, TypeColumns type, List<Column> columns, Consumer<Throwable> failures) {
    this.source = source;
    this.type = type;
    this.columns = columns;
    this.failures = failures;
    filler = new SlabFiller(type, columns);
    Kind[] kinds = columns.stream().map(Column::crossing).toArray(Kind[]::new);
    for (int i = 0; i < SLABS; i++) {
      empty.add(new Slab(kinds));
    }
    thread = new Thread(this::run, "sluice-sql-scan");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      read();
    } catch (Throwable e) { // an error, too, must reach whoever waits
      if (!closed) {
        failures.accept(e);
        failed = true;
      }
    } finally {
      full.add(END);
    }
  }

  private void read() throws IOException, InterruptedException {
    Set<String> wanted =
        columns.stream()
            .map(Column::field)
            .filter(field -> field != null)
            .collect(Collectors.toSet());
    String name = type.qualifiedName();
    try (RecordStream stream =
        source
            .builder()
            .fields((of, field) -> wanted.contains(field.name()) && of.qualifiedName().equals(name))
            .open()) {
      while (!stream.exhausted()) {
        stream.pollColumns(this, POLL);
        checkOpen();
      }
    }
    if (current != null) {
      full.put(current);
    }
    if (rows < type.rows()) {
      throw new IOException(
          ("the source had %s records of %s at first, now %s; sql reads a source several "
                  + "times, so write a pipe to a file first")
              .formatted(type.rows(), name, rows));
    }
  }

  @Override
  public void accept(ColumnBatch batch, Chunk chunk) {
    checkOpen();
    if (!filler.accepts(batch, chunk)) {
      return;
    }
    try {
      for (int row = 0; row < batch.rows(); ) {
        if (current == null) {
          current = empty.take();
        }
        int more = filler.fill(current, batch, chunk, row);
        row += more;
        if (current.isFull()) {
          full.put(current);
          current = null;
        }
      }
      rows += batch.rows();
    } catch (InterruptedException e) {
      throw new ClosedException();
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException();
    }
  }

  /** Returns the next rows, waiting for them; null at the end. Any thread. */
  Slab take() throws InterruptedException {
    Slab slab = full.take();
    if (slab != END) {
      return slab;
    }
    full.add(END);
    if (failed) {
      throw new IllegalStateException("the source cannot be read");
    }
    return null;
  }

  /** Gives a slab back that was taken. */
  void giveBack(Slab slab) {
    slab.clear();
    empty.add(slab);
  }

  /** Ends reading. Any thread. */
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
