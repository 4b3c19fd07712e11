package dev.sluice.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decoders by serializer id, from the deserializers on the class path; each is created for the
 * first chunk with its id. For one thread.
 */
public final class Decoders {
  private static final int SERIALIZER_ID_AT = 5;

  private final DecodeLimits limits;
  private final FieldSelection wanted;
  private final Map<Integer, Optional<ChunkDecoder>> byId = new HashMap<>();

  /** Creates decoders that reject chunks beyond {@code limits}. */
  public Decoders(DecodeLimits limits) {
    this(limits, FieldSelection.ALL);
  }

  /**
   * Creates decoders that decode some fields: see {@link ChunkDecoder#decode(Chunk,
   * FieldSelection)}.
   */
  public Decoders(DecodeLimits limits, FieldSelection wanted) {
    this.limits = limits;
    this.wanted = wanted;
  }

  /**
   * Decodes a chunk with the decoder of its serializer. A chunk without records and body needs no
   * decoder.
   *
   * @param chunk its bytes must stay as they are while the result is used
   * @return the records; valid until the next call
   * @throws MalformedChunkException if it cannot be decoded: its bytes are wrong, nobody knows its
   *     serializer, or the decoder fails, were it for want of memory or stack
   */
  public RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    return decode(chunk, decoder -> decoder.decode(chunk, wanted), NoRecords.INSTANCE);
  }

  /** Decodes a chunk to columns with the decoder of its serializer. */
  public ColumnCursor columns(Chunk chunk) throws MalformedChunkException {
    return decode(
        chunk, decoder -> decoder.columns(chunk, wanted), ColumnCursor.of(NoRecords.INSTANCE));
  }

  /** Function that decodes a chunk with a decoder. */
  @FunctionalInterface
  private interface Decoding<T> {
    T with(ChunkDecoder decoder) throws MalformedChunkException;
  }

  private <T> T decode(Chunk chunk, Decoding<T> decoding, T nothing)
      throws MalformedChunkException {
    ChunkHeader header = chunk.header();
    if (header.recordCount() == 0 && header.bodyLength() == 0) {
      return nothing;
    }
    try {
      return decoding.with(
          byId.computeIfAbsent(header.serializerId(), this::find)
              .orElseThrow(
                  () ->
                      new MalformedChunkException(
                          SERIALIZER_ID_AT, "no deserializer for id " + header.serializerId())));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // A decoder must not do that, but one bad chunk must not stop its reader for ever either.
      // Whatever state it is in, the next chunk gets another one.
      byId.remove(header.serializerId());
      throw new MalformedChunkException(header.length(), "decoder failed with " + e, e);
    }
  }

  private Optional<ChunkDecoder> find(int id) {
    try {
      Deserializer deserializer =
          Plugins.find(
              Deserializer.class,
              plugin -> Integer.toString(plugin.id()),
              Integer.toString(id),
              "serializer id");
      return Optional.of(deserializer.newDecoder(limits));
    } catch (ConfigurationException e) {
      return Optional.empty();
    }
  }

  /** Cursors over a chunk that contains nothing but its producer's totals. */
  private enum NoRecords implements RecordCursor {
    INSTANCE;

    @Override
    public boolean next() {
      return false;
    }

    @Override
    public RecordType type() {
      throw new IllegalStateException("there is no record");
    }

    @Override
    public long longValue(int field) {
      throw new IllegalStateException("there is no record");
    }

    @Override
    public double doubleValue(int field) {
      throw new IllegalStateException("there is no record");
    }

    @Override
    public String text(int field) {
      throw new IllegalStateException("there is no record");
    }

    @Override
    public byte[] bytes(int field) {
      throw new IllegalStateException("there is no record");
    }

    @Override
    public List<RecordType> types() {
      return List.of();
    }
  }
}
