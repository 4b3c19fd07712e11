package dev.sluice.cli;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.cli.format.Csv;
import dev.sluice.cli.format.RecordFormat;
import dev.sluice.cli.format.TextOutput;
import dev.sluice.streams.RecordConsumer;
import java.io.PrintStream;

/**
 * Prints the chosen records. A few bytes of a chunk may stand for terabytes of text, so no further
 * record of a chunk is begun once {@code mostOfChunk} bytes of its text are printed. The first such
 * chunks are reported one by one, and the chunks behind them are printed. For one thread.
 */
public final class RecordPrinter implements RecordConsumer {
  private static final int TOLD = 10;

  private final Source from;
  private final RecordFormat format;
  private final TextOutput out;
  private final TypeFilter filter;
  private final boolean bare;
  private final long most;
  private final long mostOfChunk;
  private final PrintStream err;

  private long printed;
  private long cutChunks;
  private Chunk current;
  private boolean cut;
  private long start;

  /**
   * Prints there.
   *
   * @param bare whether nothing is said of producers
   * @param most records to print
   * @param mostOfChunk bytes of a chunk's text behind which no record is begun
   */
  RecordPrinter(
      Source from,
      RecordFormat format,
      TextOutput out,
      TypeFilter filter,
      boolean bare,
      long most,
      long mostOfChunk,
      PrintStream err) {
    this.from = from;
    this.format = format;
    this.out = out;
    this.filter = filter;
    this.bare = bare;
    this.most = most;
    this.mostOfChunk = mostOfChunk;
    this.err = err;
  }

  /** Whether as many were printed as are wanted. */
  boolean isDone() {
    return printed >= most;
  }

  /** Refuses a source without a record of the type that was asked for. */
  public void checkType() {
    filter.check(from);
  }

  /** How many chunks were not printed whole because their text is too long. */
  public long cutChunks() {
    return cutChunks;
  }

  /**
   * {@inheritDoc}
   *
   * @throws CliException if the form has room for one record type only, and this is another
   */
  @Override
  public void accept(RecordCursor cursor, Chunk chunk) {
    if (isDone()) {
      return;
    }
    if (chunk != current) {
      begin(chunk);
    }
    if (cut) {
      return;
    }
    if (filter.accepts(cursor.type())) {
      if (out.written() - start >= mostOfChunk) {
        cut(chunk);
        return;
      }
      write(cursor);
      printed++;
    }
  }

  private void write(RecordCursor cursor) {
    try {
      format.write(cursor);
    } catch (Csv.SeveralTypesException e) {
      throw new CliException(
          "csv has room for one record type, but "
              + from
              + " holds "
              + e.getMessage()
              + "; choose one with --type",
          e);
    }
  }

  private void begin(Chunk chunk) {
    current = chunk;
    cut = false;
    start = out.written();
    if (!bare) {
      format.producer(chunk.header());
    }
  }

  private void cut(Chunk chunk) {
    cut = true;
    if (cutChunks++ < TOLD) {
      Accounting accounting = chunk.accounting();
      out.flush();
      err.println(
          "sluice: chunk "
              + Figures.count(accounting.sequence())
              + " of producer "
              + accounting.producer()
              + " has "
              + Figures.count(chunk.header().recordCount(), "record")
              + " with more than "
              + Figures.bytes(mostOfChunk)
              + " of text; the rest of it is left out, "
              + RecordOptions.CHUNK_TEXT
              + " raises the limit");
    }
  }
}
