package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.streams.RecordConsumer;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.Csv;
import dev.sluice.tools.format.RecordFormat;
import dev.sluice.tools.format.TextOutput;

/**
 * Prints the chosen records. A few bytes of a chunk may stand for terabytes of text, so no further
 * record of a chunk is begun once {@code mostOfChunk} bytes of its text are printed. The first such
 * chunks are reported one by one, and the chunks behind them are printed. For one thread.
 */
public final class RecordPrinter implements RecordConsumer {
  /** The option that raises the bound of a chunk. */
  public static final String CHUNK_TEXT = "--chunk-text";

  private static final int TOLD = 10;

  private final SourceSpec from;
  private final RecordFormat format;
  private final TextOutput out;
  private final TypeFilter filter;
  private final RecordText text;
  private final long most;
  private final Notices notices;

  private long printed;
  private long cutChunks;
  private Chunk current;
  private boolean cut;
  private long start;

  RecordPrinter(
      RecordText text,
      SourceSpec from,
      RecordFormat format,
      TextOutput out,
      long most,
      Notices notices) {
    this.from = from;
    this.format = format;
    this.out = out;
    this.filter = text.filter();
    this.text = text;
    this.most = most;
    this.notices = notices;
  }

  /** Returns whether as many were printed as are wanted. */
  public boolean isDone() {
    return printed >= most;
  }

  /** Refuses a source without a record of the type that was asked for. */
  public void checkType() {
    filter.check(from);
  }

  /** Returns how many chunks were not printed whole because their text is too long. */
  public long cutChunks() {
    return cutChunks;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ToolException if the form has room for one record type only, and this is another, or
   *     has another field
   */
  @Override
  public void accept(RecordCursor cursor, Chunk chunk) {
    if (isDone()) {
      return;
    }
    if (chunk != current) {
      begin(chunk);
    }
    if (cut || !filter.accepts(cursor.type())) {
      return;
    }
    if (out.written() - start >= text.mostOfChunk()) {
      cut(chunk);
    } else {
      write(cursor);
      out.endRecord();
      printed++;
    }
  }

  private void write(RecordCursor cursor) {
    try {
      format.write(cursor);
    } catch (Csv.SeveralTypesException e) {
      throw new ToolException(
          "csv can contain only one record type, but %s %s".formatted(from, e.getMessage()), e);
    }
  }

  private void begin(Chunk chunk) {
    current = chunk;
    cut = false;
    start = out.written();
    if (!text.bare()) {
      format.producer(chunk.header());
    }
  }

  private void cut(Chunk chunk) {
    cut = true;
    if (cutChunks++ < TOLD) {
      Accounting accounting = chunk.accounting();
      out.flush();
      notices.tell(
          """
          chunk %s of producer %s has %s with more than %s of text; the rest of it is left out, \
          %s raises the limit"""
              .formatted(
                  Figures.count(accounting.sequence()),
                  accounting.producer(),
                  Figures.count(chunk.header().recordCount(), "record"),
                  Figures.bytes(text.mostOfChunk()),
                  CHUNK_TEXT));
    }
  }
}
