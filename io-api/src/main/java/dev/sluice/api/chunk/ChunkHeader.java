package dev.sluice.api.chunk;

/**
 * The header of a chunk, decoded.
 *
 * @param serializerId which serializer wrote the body, 1 to 255
 * @param compression how the body is compressed as a whole, 0 to 15, see {@link ChunkLayout}; a
 *     decoder refuses numbers that it does not know
 * @param bodyLength bytes of the body as stored
 * @param recordCount records in the body
 * @param rawLength bytes of the body after decompression, 0 if it is not compressed as a whole
 * @param accounting what the chunk says about its producer's records
 * @param attributes what the chunk says about its producer beside that
 * @param signed whether its last tag is a signature, see {@link ChunkSigner}
 * @param length bytes of this header
 */
public record ChunkHeader(
    int serializerId,
    int compression,
    int bodyLength,
    int recordCount,
    int rawLength,
    Accounting accounting,
    Attributes attributes,
    boolean signed,
    int length) {

  /** Returns a header of a body that is not compressed, for {@link ChunkLayout#seal}. */
  public static ChunkHeader of(
      int serializerId, int bodyLength, int recordCount, Accounting accounting) {
    return new ChunkHeader(
        serializerId, 0, bodyLength, recordCount, 0, accounting, Attributes.NONE, false, 0);
  }

  /** Returns this header for a body that was compressed. */
  public ChunkHeader compressed(int compressionNumber, int rawBytes) {
    int raw = compressionNumber == 0 ? 0 : rawBytes;
    return with(compressionNumber, raw, attributes, signed, length);
  }

  /** Returns this header with the given attributes. */
  public ChunkHeader with(Attributes others) {
    return with(compression, rawLength, others, signed, length);
  }

  ChunkHeader withLength(int bytes) {
    return with(compression, rawLength, attributes, signed, bytes);
  }

  ChunkHeader withSignature(boolean isThere) {
    return with(compression, rawLength, attributes, isThere, length);
  }

  private ChunkHeader with(int how, int rawBytes, Attributes others, boolean signature, int bytes) {
    return new ChunkHeader(
        serializerId, how, bodyLength, recordCount, rawBytes, accounting, others, signature, bytes);
  }

  /** Returns the exception for a body whose compression a decoder does not know. */
  public MalformedChunkException unknownCompression() {
    return new MalformedChunkException(9, "needs compression " + compression + " of the body");
  }
}
