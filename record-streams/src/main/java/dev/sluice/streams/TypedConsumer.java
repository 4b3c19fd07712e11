package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Consumer that makes Java records of the given types and passes each to the consumer of its type;
 * records of other types are skipped. Types match by name and version, fields by {@link
 * dev.sluice.api.record.FieldMapping}'s rules; what becomes of records whose fields do not fit, or
 * whose constructor throws, is up to the {@link ErrorPolicy}. For one thread.
 *
 * <pre>
 * stream.poll(
 *     RecordStream.typed(JvmHeapReader.create(), heap -&gt; …).typed(CompilationReader.create(), c -&gt; …),
 *     timeout);
 * </pre>
 */
public final class TypedConsumer implements RecordConsumer {
  private Target<?>[] targets = {};
  private RecordType skipped;

  TypedConsumer() {}

  /**
   * Adds a type and returns this object. A later consumer of the same type replaces the earlier
   * one.
   */
  public <T> TypedConsumer typed(RecordReader<T> reader, Consumer<? super T> consumer) {
    return typedWithChunk(reader, (record, chunk) -> consumer.accept(record));
  }

  /**
   * Adds a type whose consumer is also given the chunk that the record came in: {@code
   * chunk.accounting()} has its producer and sequence number. The chunk's bytes must not be kept.
   * Its name differs from {@link #typed}'s, so that {@code list::add} stays unambiguous there.
   */
  public <T> TypedConsumer typedWithChunk(
      RecordReader<T> reader, BiConsumer<? super T, ? super Chunk> consumer) {
    Target<?>[] more = Arrays.copyOf(targets, targets.length + 1);
    System.arraycopy(targets, 0, more, 1, targets.length);
    more[0] = new Target<>(reader, consumer);
    targets = more;
    skipped = null;
    return this;
  }

  @Override
  public void accept(RecordCursor cursor, Chunk chunk) {
    RecordType type = cursor.type();
    if (type == skipped) {
      return;
    }
    // A chunk has one object per type, so that this finds almost every record's target.
    for (Target<?> target : targets) {
      if (target.stored == type) {
        target.accept(cursor, chunk);
        return;
      }
    }
    for (Target<?> target : targets) {
      if (target.reader.isFor(type)) {
        target.stored = type;
        target.accept(cursor, chunk);
        return;
      }
    }
    skipped = type;
  }

  private static final class Target<T> {
    private final RecordReader<T> reader;
    private final BiConsumer<? super T, ? super Chunk> consumer;
    private RecordType stored;

    Target(RecordReader<T> reader, BiConsumer<? super T, ? super Chunk> consumer) {
      this.reader = reader;
      this.consumer = consumer;
    }

    void accept(RecordCursor cursor, Chunk chunk) {
      T record;
      try {
        record = reader.read(cursor);
      } catch (RuntimeException e) {
        throw new RecordRejectedException(e);
      }
      consumer.accept(record, chunk);
    }
  }
}
