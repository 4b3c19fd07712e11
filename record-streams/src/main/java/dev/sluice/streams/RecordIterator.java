package dev.sluice.streams;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/** Polls whenever it has given out everything. Holds the records of one poll. */
final class RecordIterator implements Iterator<GenericRecord> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final RecordStream stream;
  private final Queue<GenericRecord> records = new ArrayDeque<>();

  RecordIterator(RecordStream stream) {
    this.stream = stream;
  }

  @Override
  public boolean hasNext() {
    try {
      while (records.isEmpty() && !stream.exhausted()) {
        stream.poll((cursor, chunk) -> records.add(GenericRecord.of(cursor, chunk)), PATIENCE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return !records.isEmpty();
  }

  @Override
  public GenericRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return records.remove();
  }
}
