package dev.sluice.api.chunk;

import java.util.Arrays;

/**
 * One encoded, sealed, self-contained container: {@code length} bytes of {@code array} from {@code
 * offset}. The bytes belong to the caller that delivered the chunk, until the moment that its
 * method names; nobody writes to them meanwhile. The CRC and the header are right, the body is
 * unchecked.
 */
public final class Chunk {
  private final byte[] array;
  private final int offset;
  private final int length;
  private final ChunkHeader header;
  private final byte[] plain; // null if the chunk has no mask

  Chunk(byte[] array, int offset, int length, ChunkHeader header, byte[] plain) {
    this.plain = plain;
    this.array = array;
    this.offset = offset;
    this.length = length;
    this.header = header;
  }

  /** Returns the array that holds the bytes as they are stored and sent, not to be written to. */
  public byte[] array() {
    return array;
  }

  /** Returns the index of the chunk's first byte in {@link #array()}. */
  public int offset() {
    return offset;
  }

  /** Returns the number of bytes from the magic to the CRC, both included. */
  public int length() {
    return length;
  }

  /**
   * Returns the array that holds the body, without the chunk's mask, from {@link #bodyOffset()} on;
   * not to be written to. It is {@link #array()} itself unless the chunk is masked.
   */
  public byte[] bodyArray() {
    return plain == null ? array : plain;
  }

  /** Returns the index of the body's first byte in {@link #bodyArray()}. */
  public int bodyOffset() {
    return (plain == null ? offset : 0) + header.length();
  }

  /** Returns the header. */
  public ChunkHeader header() {
    return header;
  }

  /** Returns the header's accounting block. */
  public Accounting accounting() {
    return header.accounting();
  }

  /**
   * Returns the CRC32C at the chunk's end. Another chunk can have it too: it does not identify the
   * chunk.
   */
  public int crc() {
    return ChunkLayout.storedCrc(array, offset + length);
  }

  /** Returns a copy of the chunk's bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** Returns an equal chunk with its own copy of the bytes. */
  public Chunk copy() {
    return new Chunk(toByteArray(), 0, length, header, plain);
  }

  /**
   * Copies the chunk into the first {@link #length()} bytes of an array, which the returned chunk
   * then owns.
   */
  public Chunk copyTo(byte[] bytes) {
    System.arraycopy(array, offset, bytes, 0, length);
    return new Chunk(bytes, 0, length, header, plain);
  }

  @Override
  public String toString() {
    return "chunk "
        + accounting().producer()
        + "/"
        + accounting().sequence()
        + ", "
        + header.recordCount()
        + " records, "
        + length
        + " bytes";
  }
}
