package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.api.spi.Serializer;
import dev.sluice.support.Plugins;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A serializer and its deserializer, with functions from batches to sealed chunks and from chunks
 * to values. Thread-safe, though the encoders and decoders it makes are not.
 *
 * @param serializer the encoding half
 * @param deserializer the decoding half
 */
public record SerializerPair(Serializer serializer, Deserializer deserializer) {
  /** Returns the pair with this name, found like a collector's and a record stream's. */
  public static SerializerPair named(String name) {
    Serializer serializer = Plugins.find(Serializer.class, Serializer::name, name, "serializer");
    String id = Integer.toString(serializer.id());
    return new SerializerPair(
        serializer,
        Plugins.find(Deserializer.class, d -> Integer.toString(d.id()), id, "deserializer"));
  }

  /** Returns an encoder with default options. */
  public ChunkEncoder encoder() {
    return encoder(Map.of());
  }

  /** Returns an encoder with these options, all of which it must know. */
  public ChunkEncoder encoder(Map<String, String> options) {
    Options read = new Options(options);
    ChunkEncoder encoder = serializer.newEncoder(read);
    read.finish();
    return encoder;
  }

  /** Returns a decoder with the format's own limits. */
  public ChunkDecoder decoder() {
    return deserializer.newDecoder(DecodeLimits.FORMAT);
  }

  /** Returns a chunk of these rows whose instants are epoch nanoseconds already. */
  public Chunk chunk(ChunkEncoder encoder, RowBatch batch) throws RecordEncodeException {
    return chunk(encoder, batch, 0);
  }

  /**
   * Returns a chunk of these rows.
   *
   * @param clockOffset nanoseconds that decoding adds to instants
   * @throws IllegalArgumentException if the encoder says that the rows do not fit
   */
  public Chunk chunk(ChunkEncoder encoder, RowBatch batch, long clockOffset)
      throws RecordEncodeException {
    int room = (int) Math.min(ChunkLayout.MAX_CHUNK_BYTES, 300_000 + 64L * batch.length());
    byte[] bytes = new byte[room];
    int at = ChunkLayout.MAX_HEADER_BYTES;
    int length = encoder.encode(batch, bytes, at, bytes.length - ChunkLayout.CRC_BYTES);
    if (length < 0) {
      throw new IllegalArgumentException("batch does not fit");
    }
    byte[] body = Arrays.copyOfRange(bytes, at, at + length);
    return chunk(body, header(encoder, batch.rows(), clockOffset));
  }

  private ChunkHeader header(ChunkEncoder encoder, int rows, long clockOffset) {
    return ChunkHeader.of(serializer.id(), 0, rows, accounting(clockOffset))
        .compressed(encoder.compression(), encoder.rawLength());
  }

  /** Returns an accounting block whose figures mean nothing. */
  public static Accounting accounting(long clockOffset) {
    return new Accounting.Builder(0x1234)
        .sequence(7)
        .emitted(1000)
        .clockOffset(clockOffset)
        .build();
  }

  /** Returns a chunk with a body of the caller's making, not compressed, and a right CRC. */
  public Chunk chunk(byte[] body, int rows) {
    return chunk(body, ChunkHeader.of(serializer.id(), 0, rows, accounting(0)));
  }

  /** Returns a chunk with a given body and another header, whose lengths are ignored. */
  public Chunk chunk(byte[] body, ChunkHeader like) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + body.length + ChunkLayout.CRC_BYTES];
    System.arraycopy(body, 0, bytes, ChunkLayout.MAX_HEADER_BYTES, body.length);
    ChunkHeader header =
        new ChunkHeader(
            like.serializerId(),
            like.compression(),
            body.length,
            like.recordCount(),
            like.rawLength(),
            like.accounting(),
            like.attributes(),
            false,
            0);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  /** Returns a copy of a chunk's body as stored. */
  public static byte[] body(Chunk chunk) {
    int from = chunk.bodyOffset();
    return Arrays.copyOfRange(chunk.bodyArray(), from, from + chunk.header().bodyLength());
  }

  /**
   * Returns the {@link RecordValues} of a chunk, and asserts that rows and columns give the same.
   */
  public List<List<Object>> records(Chunk chunk) throws MalformedChunkException {
    List<List<Object>> records = RecordValues.of(decoder().decode(chunk));
    assertThat(RecordValues.of(decoder().columns(chunk, FieldSelection.ALL))).isEqualTo(records);
    return records;
  }

  /** Returns the decoder's description of a chunk. */
  public String describe(Chunk chunk) throws MalformedChunkException {
    ChunkDecoder decoder = decoder();
    decoder.decode(chunk);
    return decoder.describe();
  }
}
