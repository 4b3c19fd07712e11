package dev.sluice.cli;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.cli.format.RecordFormat;
import dev.sluice.cli.format.TextOutput;
import dev.sluice.streams.RecordConsumer;
import java.io.PrintStream;

/**
 * Prints the chosen records. A few bytes of a chunk may stand for terabytes of text, so no further
 * record of a chunk is begun once {@code mostOfChunk} bytes of its text are printed. The first such
 * chunks are reported one by one, and the chunks behind them are printed. For one thread.
 */
final class RecordPrinter implements RecordConsumer {
  private static final int TOLD = 10;

  private final RecordFormat format;
  private final TextOutput out;
  private final TypeFilter filter;
  private final Since since;
  private final boolean bare;
  private final long most;
  private final long mostOfChunk;
  private final PrintStream err;

  private long printed;
  private long cutChunks;
  private boolean begun;
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
      RecordFormat format,
      TextOutput out,
      TypeFilter filter,
      Since since,
      boolean bare,
      long most,
      long mostOfChunk,
      PrintStream err) {
    this.format = format;
    this.out = out;
    this.filter = filter;
    this.since = since;
    this.bare = bare;
    this.most = most;
    this.mostOfChunk = mostOfChunk;
    this.err = err;
  }

  /** Whether as many were printed as are wanted. */
  boolean isDone() {
    return printed >= most;
  }

  /** How many chunks were not printed whole because their text is too long. */
  long cutChunks() {
    return cutChunks;
  }

  @Override
  public void accept(RecordCursor cursor, Chunk chunk) {
    if (cut || isDone()) {
      return;
    }
    if (!begun) {
      begin(chunk);
    }
    if (filter.accepts(cursor.type()) && since.accepts(cursor)) {
      if (out.written() - start >= mostOfChunk) {
        cut(chunk);
        return;
      }
      format.write(cursor);
      printed++;
    }
  }

  private void begin(Chunk chunk) {
    begun = true;
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
              + CatCommand.CHUNK_TEXT
              + " raises the limit");
    }
  }

  /** The chunk is over. */
  void end(Chunk chunk) {
    begun = false;
    cut = false;
  }
}
