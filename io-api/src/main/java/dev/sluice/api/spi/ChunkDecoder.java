package dev.sluice.api.spi;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;

/** Decoder of chunk bodies, each of which is decoded alone. For one thread. */
public interface ChunkDecoder {
  /**
   * Decodes a chunk of this payload.
   *
   * @param chunk its bytes must stay as they are while the result is used
   * @return the records; valid until the next call. All of them are sound: a chunk is decoded whole
   *     or not at all, but for {@link RecordCursor#unread}
   * @throws MalformedChunkException whatever the bytes are, no other exception
   */
  RecordCursor decode(Chunk chunk) throws MalformedChunkException;

  /**
   * Decodes some fields of a chunk. The record time of a type is always among them. Other fields
   * have their default (0, false, null) if the decoder left them packed, which it also did not
   * check then; so a chunk may be accepted here that {@link #decode(Chunk)} refuses.
   *
   * @param wanted the fields that the caller will look at
   */
  default RecordCursor decode(Chunk chunk, FieldSelection wanted) throws MalformedChunkException {
    return decode(chunk);
  }

  /**
   * Decodes some fields of a chunk to columns, under the rules of {@link #decode(Chunk,
   * FieldSelection)}. By default the columns are gathered from rows; a decoder that has columns
   * returns its own.
   *
   * @param wanted the fields that the caller will look at
   * @return the columns; valid until the next call of any of these methods
   * @throws MalformedChunkException whatever the bytes are, no other exception
   */
  default ColumnCursor columns(Chunk chunk, FieldSelection wanted) throws MalformedChunkException {
    return ColumnCursor.of(decode(chunk, wanted));
  }

  /**
   * Returns a description of the last decoded chunk for {@code inspect}: one line for each string,
   * type, page and column.
   */
  default String describe() {
    return "";
  }
}
