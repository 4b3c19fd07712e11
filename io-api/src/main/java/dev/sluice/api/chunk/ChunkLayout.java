package dev.sluice.api.chunk;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The layout of a chunk around its body: the one place that knows where a header field lies.
 * Numbers are little-endian; varints are {@link Varint}'s.
 *
 * <pre>
 * offset size
 *      0    4  magic 53 4C 55 CE ("SLU", then a byte that is no ASCII)
 *      4    1  major version, 1
 *      5    1  serializer id
 *      6    1  must-understand features
 *      7    1  may-ignore features
 *      8    4  body length
 *     12    4  record count
 *     16    4  raw length, only with {@link #FEATURE_LZ4} or {@link #FEATURE_ZSTD}
 *   then    1  length of the accounting block, without this byte
 *   then       accounting: producer id (8), flags (1), clock offset (8), sequence varint, emitted varint,
 *              [mask of causes (1), a varint for each], [first time (8), last minus first varint],
 *              [name: length (1), UTF-8]
 *   then       body
 *   then    4  CRC32C of everything before
 * </pre>
 */
public final class ChunkLayout {
  /** The first four bytes of every chunk, read as a little-endian int. */
  public static final int MAGIC = 0xCE55_4C53;

  /** The only major version there is. */
  public static final int VERSION = 1;

  /** Must-understand: the body is one LZ4 block; the header has its raw length. */
  public static final int FEATURE_LZ4 = 1;

  /** Must-understand: the body is one zstd frame; the header has its raw length. */
  public static final int FEATURE_ZSTD = 2;

  /** Most bytes a chunk may have. */
  public static final int MAX_CHUNK_BYTES = 16 << 20;

  /** Most bytes a body may have after decompression. */
  public static final int MAX_RAW_BYTES = 64 << 20;

  /** Most records a chunk may have. */
  public static final int MAX_RECORDS = 65_536;

  /** Bytes of the CRC behind the body. */
  public static final int CRC_BYTES = 4;

  /** Bytes up to the length of the accounting block, if there is no raw length. */
  public static final int FIXED_BYTES = 16;

  /** Most bytes a header may have. */
  public static final int MAX_HEADER_BYTES = FIXED_BYTES + 4 + 1 + 255;

  /** Fewest bytes a chunk may have: a header with the smallest accounting block, and the CRC. */
  public static final int MIN_CHUNK_BYTES = FIXED_BYTES + 1 + 19 + CRC_BYTES;

  private static final int END = 1;
  private static final int DROPS = 2;
  private static final int TIMES = 4;
  private static final int NAME = 8;
  private static final int KNOWN_FLAGS = END | DROPS | TIMES | NAME;
  private static final int KNOWN_FEATURES = FEATURE_LZ4 | FEATURE_ZSTD;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ChunkLayout() {}

  /**
   * Puts a header in front of and a CRC behind a body that is already in place.
   *
   * @param bytes holds the body from {@code bodyAt}, with {@link #MAX_HEADER_BYTES} free before,
   *     all of which may be written to, and {@link #CRC_BYTES} after it
   * @param header {@code length} is ignored
   * @return the sealed chunk; it refers to {@code bytes}
   */
  public static Chunk seal(byte[] bytes, int bodyAt, ChunkHeader header) {
    // Its length is known once it is written, so it is moved up to the body then.
    int written = bodyAt - MAX_HEADER_BYTES;
    int length = putHeader(bytes, written, header);
    int start = bodyAt - length;
    System.arraycopy(bytes, written, bytes, start, length);
    int end = bodyAt + header.bodyLength();
    INT.set(bytes, end, crc(bytes, start, end));
    return new Chunk(bytes, start, end + CRC_BYTES - start, withLength(header, length));
  }

  private static ChunkHeader withLength(ChunkHeader h, int length) {
    return new ChunkHeader(
        h.serializerId(),
        h.mustUnderstand(),
        h.mayIgnore(),
        h.bodyLength(),
        h.recordCount(),
        h.rawLength(),
        h.accounting(),
        length);
  }

  /** Writes a header; the result is its length. */
  private static int putHeader(byte[] b, int at, ChunkHeader h) {
    INT.set(b, at, MAGIC);
    b[at + 4] = VERSION;
    b[at + 5] = (byte) h.serializerId();
    b[at + 6] = (byte) h.mustUnderstand();
    b[at + 7] = (byte) h.mayIgnore();
    INT.set(b, at + 8, h.bodyLength());
    INT.set(b, at + 12, h.recordCount());
    int p = at + FIXED_BYTES;
    if ((h.mustUnderstand() & KNOWN_FEATURES) != 0) {
      INT.set(b, p, h.rawLength());
      p += 4;
    }
    int end = putAccounting(b, p + 1, h.accounting());
    b[p] = (byte) (end - p - 1);
    return end - at;
  }

  private static int putAccounting(byte[] b, int p, Accounting a) {
    boolean drops = a.dropped().total() != 0;
    boolean named = a.producerName() != null;
    LONG.set(b, p, a.producerId());
    b[p + 8] =
        (byte)
            ((a.end() ? END : 0)
                | (drops ? DROPS : 0)
                | (a.hasTime() ? TIMES : 0)
                | (named ? NAME : 0));
    LONG.set(b, p + 9, a.clockOffset());
    p = Varint.put(b, p + 17, a.sequence());
    p = Varint.put(b, p, a.emitted());
    if (drops) {
      p = putDrops(b, p, a.dropped());
    }
    if (a.hasTime()) {
      LONG.set(b, p, a.firstTime());
      p = Varint.put(b, p + 8, a.lastTime() - a.firstTime());
    }
    if (named) {
      byte[] name = a.producerName().getBytes(StandardCharsets.UTF_8);
      b[p++] = (byte) name.length;
      System.arraycopy(name, 0, b, p, name.length);
      p += name.length;
    }
    return p;
  }

  private static int putDrops(byte[] b, int p, DropCounts dropped) {
    int mask = p++;
    b[mask] = 0;
    for (int i = 0; i < DropCause.COUNT; i++) {
      long count = dropped.of(DropCause.at(i));
      if (count != 0) {
        b[mask] |= (byte) (1 << i);
        p = Varint.put(b, p, count);
      }
    }
    return p;
  }

  /** CRC32C of {@code bytes[from..to)}. */
  public static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /** The CRC stored in the chunk that ends at {@code end}. */
  static int storedCrc(byte[] bytes, int end) {
    return (int) INT.get(bytes, end - CRC_BYTES);
  }

  /**
   * How long the chunk that starts at {@code at} claims to be, from its first {@link #FIXED_BYTES}
   * + 5 bytes; nothing but magic and lengths is looked at, and every version is taken to have them
   * where this one has, so that a chunk of another may be skipped whole if its CRC is right.
   *
   * @return the length in bytes, or -1 if no plausible chunk starts there
   */
  public static int claimedLength(byte[] b, int at, int maxChunkBytes) {
    if ((int) INT.get(b, at) != MAGIC) {
      return -1;
    }
    int accountingAt = at + FIXED_BYTES + ((b[at + 6] & KNOWN_FEATURES) != 0 ? 4 : 0);
    long body = (int) INT.get(b, at + 8) & 0xffff_ffffL;
    long length = accountingAt - at + 1 + (b[accountingAt] & 0xff) + body + CRC_BYTES;
    return length >= MIN_CHUNK_BYTES && length <= maxChunkBytes ? (int) length : -1;
  }

  /**
   * Reads and checks the chunk that fills {@code bytes[at..at+length)} exactly: magic, version,
   * features, lengths, CRC, accounting. The body is not looked at.
   *
   * @return the chunk; it refers to {@code bytes}
   * @throws MalformedChunkException with the position, counted from {@code at}, and the reason
   */
  public static Chunk parse(byte[] bytes, int at, int length) throws MalformedChunkException {
    if (length < MIN_CHUNK_BYTES) {
      throw new MalformedChunkException(
          length, "chunk of " + length + " bytes is shorter than " + MIN_CHUNK_BYTES);
    }
    if ((int) INT.get(bytes, at) != MAGIC) {
      throw new MalformedChunkException(0, "no chunk: wrong magic");
    }
    if (bytes[at + 4] != VERSION) {
      throw new MalformedChunkException(
          4, "version " + (bytes[at + 4] & 0xff) + " is not known, only " + VERSION);
    }
    if (claimedLength(bytes, at, MAX_CHUNK_BYTES) != length) {
      throw new MalformedChunkException(
          8, "lengths in the header do not add up to " + length + " bytes");
    }
    int crcAt = at + length - CRC_BYTES;
    if (crc(bytes, at, crcAt) != (int) INT.get(bytes, crcAt)) {
      throw new MalformedChunkException(length - CRC_BYTES, "CRC32C does not match");
    }
    return new Chunk(bytes, at, length, header(bytes, at, length));
  }

  private static ChunkHeader header(byte[] b, int at, int length) throws MalformedChunkException {
    int features = b[at + 6] & 0xff;
    if ((features & ~KNOWN_FEATURES) != 0 || features == KNOWN_FEATURES) {
      throw new MalformedChunkException(
          6, "must-understand features 0x" + Integer.toHexString(features) + " are not known");
    }
    int records = (int) INT.get(b, at + 12);
    if (records < 0 || records > MAX_RECORDS) {
      throw new MalformedChunkException(
          12, "record count " + (records & 0xffff_ffffL) + " exceeds " + MAX_RECORDS);
    }
    int p = at + FIXED_BYTES;
    int raw = 0;
    if (features != 0) {
      raw = (int) INT.get(b, p);
      if (raw <= 0 || raw > MAX_RAW_BYTES) {
        throw new MalformedChunkException(
            p - at, "raw length " + (raw & 0xffff_ffffL) + " is not 1 to " + MAX_RAW_BYTES);
      }
      p += 4;
    }
    int end = p + 1 + (b[p] & 0xff);
    int body = (int) INT.get(b, at + 8);
    Accounting accounting = new AccountingParser(b, at, p + 1, end).parse();
    return new ChunkHeader(
        b[at + 5] & 0xff, features, b[at + 7] & 0xff, body, records, raw, accounting, end - at);
  }

  /** Reads an accounting block; every read is checked against its end. */
  private static final class AccountingParser {
    private final byte[] bytes;
    private final int start;
    private final int end;
    private final Varint.Reader in;

    AccountingParser(byte[] bytes, int start, int from, int end) {
      this.bytes = bytes;
      this.start = start;
      this.end = end;
      this.in = new Varint.Reader(bytes, start, from, end);
    }

    Accounting parse() throws MalformedChunkException {
      long producer = in.fixed64();
      int flagsAt = in.position();
      int flags = in.unsignedByte();
      if ((flags & ~KNOWN_FLAGS) != 0) {
        throw new MalformedChunkException(
            flagsAt - start, "accounting flags 0x" + Integer.toHexString(flags) + " are not known");
      }
      long offset = in.fixed64();
      long sequence = in.nonNegative("sequence");
      long emitted = in.nonNegative("emitted");
      DropCounts dropped = (flags & DROPS) != 0 ? drops() : DropCounts.NONE;
      long first = 0;
      long last = 0;
      if ((flags & TIMES) != 0) {
        first = in.fixed64();
        last = first + in.varint();
      }
      String name = (flags & NAME) != 0 ? name() : null;
      if (in.position() != end) {
        throw new MalformedChunkException(
            in.position() - start,
            "accounting block has " + (end - in.position()) + " bytes too many");
      }
      return new Accounting(
          producer,
          name,
          sequence,
          (flags & END) != 0,
          emitted,
          dropped,
          offset,
          first,
          last,
          (flags & TIMES) != 0);
    }

    private DropCounts drops() throws MalformedChunkException {
      long[] counts = new long[DropCause.COUNT];
      int mask = in.unsignedByte();
      for (int i = 0; i < counts.length; i++) {
        if ((mask & 1 << i) != 0) {
          counts[i] = in.nonNegative("drop count");
        }
      }
      return DropCounts.of(counts);
    }

    private String name() throws MalformedChunkException {
      int at = in.position();
      int length = in.unsignedByte();
      if (length > Accounting.MAX_NAME_BYTES || length > end - in.position()) {
        throw new MalformedChunkException(at - start, "producer name of " + length + " bytes");
      }
      int from = in.skip(length);
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes, from, length))
            .toString();
      } catch (CharacterCodingException e) {
        throw new MalformedChunkException(from - start, "producer name is not UTF-8");
      }
    }
  }
}
