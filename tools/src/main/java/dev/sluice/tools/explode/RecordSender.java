package dev.sluice.tools.explode;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.rawwriters.kafka.RecordMessageWriter;
import dev.sluice.streams.RecordConsumer;
import dev.sluice.streams.RecordRejectedException;
import dev.sluice.tools.format.RecordFormat;
import dev.sluice.tools.format.TextOutput;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.RecordPrinter;
import dev.sluice.tools.recordings.RecordText;
import dev.sluice.tools.recordings.TypeFilter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Makes a message of each record. A record's place counts all records of its chunk, also those of
 * types that are not wanted, so it has the same name whenever it is sent. For one thread. A failure
 * of the topic is an {@link UncheckedIOException}.
 */
final class RecordSender implements RecordConsumer {
  private final RecordMessageWriter messages;
  private final RecordKey key;
  private final TypeFilter filter;
  private final long mostOfChunk;
  private final Line line = new Line();
  private final TextOutput text = new TextOutput(line);
  private final RecordFormat format;
  private final boolean bare;

  private Chunk current;
  private Integer partition;
  private int next;
  private long start;
  private long sent;

  /** The text of one record, however long; memory is given back with each. */
  private static final class Line extends ByteArrayOutputStream {
    private static final byte[] NONE = {};

    byte[] take() {
      byte[] line = Arrays.copyOf(buf, count - 1); // a message has no end of line
      buf = NONE;
      count = 0;
      return line;
    }
  }

  /**
   * Sends there.
   *
   * @param filter of the records' types
   * @param format makes the form of a record, which ends a line
   */
  RecordSender(
      RecordMessageWriter messages,
      RecordKey key,
      RecordText records,
      TypeFilter filter,
      Function<TextOutput, RecordFormat> format) {
    this.messages = messages;
    this.key = key;
    this.filter = filter;
    this.mostOfChunk = records.mostOfChunk();
    this.bare = records.bare();
    this.format = format.apply(text);
  }

  /** Returns the number of messages that were passed to the client. */
  long sent() {
    return sent;
  }

  @Override
  public void accept(RecordCursor cursor, Chunk chunk) {
    if (chunk != current) {
      begin(chunk);
    }
    int index = next++;
    if (filter.accepts(cursor.type())) {
      if (text.written() - start >= mostOfChunk) {
        throw new RecordRejectedException(
            "the chunk has more than %s of text, %s raises the limit"
                .formatted(Figures.bytes(mostOfChunk), RecordPrinter.CHUNK_TEXT));
      }
      send(cursor, index);
    }
  }

  private void begin(Chunk chunk) {
    current = chunk;
    next = 0;
    start = text.written();
    messages.chunk(chunk.accounting());
    key.chunk(chunk.accounting());
    partition = null;
    if (key.isPlacedByProducer()) {
      try {
        partition = messages.partitionOf(key.producer());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    if (!bare) {
      format.producer(chunk.header());
    }
  }

  private void send(RecordCursor cursor, int index) {
    format.write(cursor);
    text.flush();
    byte[] value = line.take();
    byte[] name = key.of(cursor, index);
    int size = value.length + (name == null ? 0 : name.length);
    if (size > messages.maxBytes()) {
      throw new RecordRejectedException(
          Figures.bytes(size) + " exceed the maximum message size of the topic");
    }
    try {
      messages.write(cursor.type(), index, name, partition, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    sent++;
  }
}
