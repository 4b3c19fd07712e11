package dev.sluice.api.chunk;

import java.util.Arrays;

/**
 * One encoded, sealed, self-contained container: {@code length} bytes of {@code array} from {@code
 * offset}. The bytes belong to whoever handed the chunk over, until the moment named there; nobody
 * writes to them meanwhile. The CRC and the header are right, the body is unchecked.
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

  /** The array that holds the bytes as they are stored and sent, not to be written to. */
  public byte[] array() {
    return array;
  }

  /** Index of the first byte. */
  public int offset() {
    return offset;
  }

  /** Bytes from magic to CRC. */
  public int length() {
    return length;
  }

  /**
   * The array that holds the body, without the chunk's mask, from {@link #bodyOffset()} on; not to
   * be written to. The same as {@link #array()} unless the chunk is masked.
   */
  public byte[] bodyArray() {
    return plain == null ? array : plain;
  }

  /** Index of the body's first byte in {@link #bodyArray()}. */
  public int bodyOffset() {
    return (plain == null ? offset : 0) + header.length();
  }

  /** The header. */
  public ChunkHeader header() {
    return header;
  }

  /** The header's accounting block. */
  public Accounting accounting() {
    return header.accounting();
  }

  /** The CRC32C at its end. Another chunk can have it too: it does not identify the chunk. */
  public int crc() {
    return ChunkLayout.storedCrc(array, offset + length);
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(array, offset, offset + length);
  }

  /** The same chunk with bytes of its own. */
  public Chunk copy() {
    return new Chunk(toByteArray(), 0, length, header, plain);
  }

  /** The same chunk in the first {@link #length()} bytes of an array, which is then the chunk's. */
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
