package dev.sluice.api.chunk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The layout of a chunk around its body. Numbers are little-endian; varints are {@link Varint}'s.
 *
 * <pre>
 * offset size
 *      0    4  magic 53 F9 F9 4C
 *      4    1  major version, 1
 *      5    3  bytes of the chunk behind offset 9
 *      8    1  check: the four bytes before, as a number, modulo 253
 *      9    1  flags: compression of the body in bits 0 to 3, {@link #MASKED}
 *     10    4  mask, only with {@link #MASKED}; then everything up to the CRC is XORed with it
 *   then       length of the rest of the header, varint
 *   then       serializer id (1), record count varint, [raw length varint, if it is compressed],
 *              accounting: producer id (8), flags and reason (1), clock offset (8), sequence varint,
 *              emitted varint, [causes varint, a varint for each], [first time (8), last minus first
 *              varint], [name: length (1), UTF-8];
 *              tags: number varint, length varint, bytes
 *   then       body
 *   then    4  CRC32C of everything before as stored
 * </pre>
 *
 * <p>Four bytes that differ from the magic in less than two bits occur in a chunk only at its
 * start: where a payload, or the CRC, has them, another mask takes them away. So nothing inside a
 * chunk is taken for a chunk, whatever becomes of the outer one's header.
 */
public final class ChunkLayout {
  /** The first four bytes of every chunk, read as a little-endian int. */
  public static final int MAGIC = Magic.VALUE;

  /** The only major version there is. */
  public static final int VERSION = 1;

  /** Number of the compression in which the body is one LZ4 block. */
  public static final int COMPRESSION_LZ4 = 1;

  /** Number of the compression in which the body is one zstd frame. */
  public static final int COMPRESSION_ZSTD = 2;

  /** Flag of a chunk whose header has a mask. */
  static final int MASKED = 16;

  /** Maximum size of a chunk in bytes. */
  public static final int MAX_CHUNK_BYTES = 16 << 20;

  /** Maximum size of a body in bytes after decompression. */
  public static final int MAX_RAW_BYTES = 64 << 20;

  /** Maximum number of records in a chunk. */
  public static final int MAX_RECORDS = 65_536;

  /** Number of bytes of the CRC after the body. */
  public static final int CRC_BYTES = 4;

  /** Number of bytes at the start of a chunk that contain its length. */
  public static final int PEEK_BYTES = 9;

  /** Maximum size of a header in bytes. */
  public static final int MAX_HEADER_BYTES = 2048;

  /** Minimum size of a chunk in bytes. */
  public static final int MIN_CHUNK_BYTES = 36;

  static final int MASK_AT = PEEK_BYTES + 1;

  private static final int COMPRESSION = 15;
  private static final int MASK_BYTES = 4;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private ChunkLayout() {}

  /**
   * Puts a header before and a CRC after a body that is already in place.
   *
   * @param bytes holds the body from {@code bodyAt}, with {@link #MAX_HEADER_BYTES} free before,
   *     all of which may be written to, and {@link #CRC_BYTES} after it; a mask may change the body
   * @param header {@code length} is ignored
   * @return the sealed chunk; it refers to {@code bytes}
   */
  public static Chunk seal(byte[] bytes, int bodyAt, ChunkHeader header) {
    return seal(bytes, bodyAt, header, null);
  }

  /**
   * Puts a header before and a CRC after a body that is already in place, and signs the chunk.
   *
   * @param signer null for none
   */
  public static Chunk seal(byte[] bytes, int bodyAt, ChunkHeader unsealed, ChunkSigner signer) {
    ChunkHeader header = unsealed.withSignature(signer != null);
    int crcAt = bodyAt + header.bodyLength();
    int mask = 0;
    while (true) {
      int start = putHeader(bytes, bodyAt, header, mask);
      xor(bytes, start, crcAt, mask);
      if (signer != null) {
        byte[] signature = signer.sign(bytes, start, bodyAt, crcAt);
        // Behind zeros that are masked lies the mask.
        for (int i = 0; i < signature.length; i++) {
          bytes[bodyAt - signature.length + i] ^= signature[i];
        }
      }
      int crc = crc(bytes, start, crcAt);
      INT.set(bytes, crcAt, crc);
      int end = crcAt + CRC_BYTES;
      if (Magic.find(bytes, start + 1, end, 1) < 0) {
        return chunk(bytes, start, end - start, header.withLength(bodyAt - start), mask);
      }
      xor(bytes, start, crcAt, mask);
      // No payload can foresee the next mask, and few of all masks bring such bytes about.
      mask = crc | 1;
    }
  }

  /** Returns the first index at which the magic begins in {@code bytes[from..to)}, or -1. */
  public static int findMagic(byte[] bytes, int from, int to) {
    return Magic.find(bytes, from, to, 0);
  }

  private static Chunk chunk(byte[] bytes, int at, int length, ChunkHeader header, int mask) {
    return new Chunk(bytes, at, length, header, mask == 0 ? null : unmasked(bytes, at, length));
  }

  /** Writes a header that ends at {@code bodyAt}and returns the index of its first byte. */
  private static int putHeader(byte[] b, int bodyAt, ChunkHeader header, int mask) {
    // Its length is known once it is written, so it is moved up to the body then.
    int written = bodyAt - MAX_HEADER_BYTES;
    int rest = new HeaderWriter(b, written).write(header) - written;
    int restAt = bodyAt - rest;
    System.arraycopy(b, written, b, restAt, rest);
    int at = restAt - Varint.size(rest);
    Varint.put(b, at, rest);
    int flags = header.compression();
    if (mask != 0) {
      at -= MASK_BYTES;
      INT.set(b, at, mask);
      flags |= MASKED;
    }
    int start = at - MASK_AT;
    int tail = bodyAt + header.bodyLength() + CRC_BYTES - start - PEEK_BYTES;
    int lengths = tail << 8 | VERSION;
    INT.set(b, start, Magic.VALUE);
    INT.set(b, start + 4, lengths);
    b[start + 8] = check(lengths);
    b[start + 9] = (byte) flags;
    return start;
  }

  private static byte check(int lengths) {
    return (byte) Integer.remainderUnsigned(lengths, 253);
  }

  /** Applies a mask to all bytes after it up to {@code end}; a second call removes the mask. */
  private static void xor(byte[] b, int start, int end, int mask) {
    int from = start + MASK_AT + MASK_BYTES;
    for (int i = from; mask != 0 && i < end; i++) {
      b[i] ^= (byte) (mask >>> 8 * (i - from & 3));
    }
  }

  /**
   * Returns a copy of a masked chunk without its mask, with all parts at the same distances from
   * its start.
   */
  private static byte[] unmasked(byte[] bytes, int at, int length) {
    byte[] plain = Arrays.copyOfRange(bytes, at, at + length);
    xor(plain, 0, length - CRC_BYTES, (int) INT.get(plain, MASK_AT));
    return plain;
  }

  /** Returns the CRC32C of {@code bytes[from..to)}. */
  public static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /** Returns the CRC stored in the chunk that ends at {@code end}. */
  static int storedCrc(byte[] bytes, int end) {
    return (int) INT.get(bytes, end - CRC_BYTES);
  }

  /**
   * Returns how long the chunk that starts at {@code at} claims to be, from its first {@link
   * #PEEK_BYTES}. Every version has its length there, so that a chunk of another may be skipped
   * whole if its CRC is right.
   *
   * @return the length in bytes, or -1 if no plausible chunk starts there
   */
  public static int claimedLength(byte[] b, int at, int maxChunkBytes) {
    int lengths = (int) INT.get(b, at + 4);
    if (!Magic.isAt(b, at) || b[at + 8] != check(lengths)) {
      return -1;
    }
    int length = (lengths >>> 8) + PEEK_BYTES;
    return length >= MIN_CHUNK_BYTES && length <= maxChunkBytes ? length : -1;
  }

  /** Returns whether the CRC of the chunk of this length that starts at {@code at} is right. */
  public static boolean isSound(byte[] bytes, int at, int length) {
    int end = at + length;
    return crc(bytes, at, end - CRC_BYTES) == storedCrc(bytes, end);
  }

  /**
   * Reads and checks the chunk that fills {@code bytes[at..at+length)} exactly: magic, length, CRC,
   * version, header. The body is not checked.
   *
   * @return the chunk; it refers to {@code bytes}
   * @throws MalformedChunkException with the position, counted from {@code at}, and the reason
   */
  public static Chunk parse(byte[] bytes, int at, int length) throws MalformedChunkException {
    // Reasons are made only for who is refused, as this is called for every chunk.
    if (length < MIN_CHUNK_BYTES) {
      throw refused(length, "chunk of " + length + " bytes is shorter than " + MIN_CHUNK_BYTES);
    }
    if (!Magic.isAt(bytes, at)) {
      throw refused(0, "no chunk: wrong magic");
    }
    int claimed = claimedLength(bytes, at, MAX_CHUNK_BYTES);
    if (claimed <= 0) {
      throw refused(5, "length in the header is out of range, or its check is wrong");
    }
    if (claimed > length) {
      throw refused(length, "chunk of " + claimed + " bytes is cut off");
    }
    if (claimed < length) {
      throw refused(5, "length in the header is " + claimed + " bytes, not " + length);
    }
    if (!isSound(bytes, at, length)) {
      throw refused(length - CRC_BYTES, "CRC32C does not match");
    }
    int version = bytes[at + 4] & 0xff;
    if (version != VERSION) {
      throw refused(4, "version " + version + " is not known, only " + VERSION);
    }
    return parseSound(bytes, at, length);
  }

  private static MalformedChunkException refused(int position, String reason) {
    return new MalformedChunkException(position, reason);
  }

  private static Chunk parseSound(byte[] bytes, int at, int length) throws MalformedChunkException {
    int flags = bytes[at + 9] & 0xff;
    int unknown = flags & ~(COMPRESSION | MASKED);
    if (unknown != 0) {
      throw refused(9, "needs header flags 0x" + Integer.toHexString(unknown));
    }
    if ((flags & MASKED) == 0) {
      int end = at + length - CRC_BYTES;
      ChunkHeader header = new HeaderParser(bytes, at, end).parse(at + MASK_AT, flags);
      return new Chunk(bytes, at, length, header, null);
    }
    byte[] plain = unmasked(bytes, at, length);
    ChunkHeader header =
        new HeaderParser(plain, 0, length - CRC_BYTES)
            .parse(MASK_AT + MASK_BYTES, flags & COMPRESSION);
    return new Chunk(bytes, at, length, header, plain);
  }
}
