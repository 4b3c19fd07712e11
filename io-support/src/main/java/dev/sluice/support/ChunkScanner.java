package dev.sluice.support;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Finds chunks in a stream of concatenated chunks, whatever else is in it. The caller fills in
 * bytes as they come and takes out what they are:
 *
 * <pre>
 * while (scanner.fill(file::read) &gt;= 0) {
 *   while (scanner.next(handler)) {}
 * }
 * scanner.end();
 * while (scanner.next(handler)) {}
 * </pre>
 *
 * <p>A chunk is where the magic, a plausible length and a right CRC are, and no magic inside; a
 * good CRC around a header that makes no sense (another version, unknown features) is damage of
 * exactly that length. Everything between two chunks is one damage, with its exact start and length
 * and with the reason that its first bytes are no chunk.
 *
 * <p>Behind what is no chunk the search goes on at the next magic. That is never inside another
 * chunk, for whoever seals one sees to it, see {@link ChunkLayout}. So a magic also ends the wait
 * for a chunk that was cut off or claims a wrong length.
 *
 * <p>Memory: a buffer of at most {@code maxChunkBytes} and {@link #READ_BLOCK}, doubled only when
 * it is full of bytes that really came and a chunk of plausible length has begun in it; and a copy
 * of as much of a damage as {@link Damage#bytes()} holds. Work: a byte is searched for the magic
 * twice at most and is in one CRC at most; it is moved at most {@code maxChunkBytes / READ_BLOCK}
 * times. For one thread.
 */
public final class ChunkScanner {
  /** Bytes the buffer has at first, and beyond the largest chunk. */
  public static final int READ_BLOCK = 64 << 10;

  private static final int PEEK_BYTES = ChunkLayout.PEEK_BYTES;
  private static final byte[] MAGIC = {0x53, (byte) 0xF9, (byte) 0xF9, 0x4C};
  private static final String CUT_OFF = "chunk is cut off";

  private final int maxChunkBytes;
  private final ByteArrayOutputStream damagedHead = new ByteArrayOutputStream();
  private byte[] buffer = new byte[READ_BLOCK];
  private String partition;
  private long base; // position of buffer[0] in the stream
  private int at; // the first byte not yet known to be a chunk or damage
  private int to; // behind the last byte
  private boolean ended;
  private long damagedBytes; // they lie before at and were not yet handed over
  private String damageReason;
  private int searched; // starts from at + 1 on that are known to be no magic

  /** Where bytes come from: {@code InputStream::read}, {@code RandomAccessFile::read}. */
  @FunctionalInterface
  public interface Source {
    /**
     * Reads at most {@code length} bytes to {@code into[from..]}; returns how many, or -1 at the
     * end.
     */
    int read(byte[] into, int from, int length) throws IOException;
  }

  /** Takes chunks up to {@code maxChunkBytes} for plausible; starts at position 0 of nothing. */
  public ChunkScanner(int maxChunkBytes) {
    if (maxChunkBytes < ChunkLayout.MIN_CHUNK_BYTES
        || maxChunkBytes > ChunkLayout.MAX_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "maxChunkBytes must be %d to %d, was %d"
              .formatted(ChunkLayout.MIN_CHUNK_BYTES, ChunkLayout.MAX_CHUNK_BYTES, maxChunkBytes));
    }
    this.maxChunkBytes = maxChunkBytes;
  }

  /** Forgets everything and starts at a position of another stream. */
  public void reset(String newPartition, long position) {
    partition = newPartition;
    base = position;
    at = 0;
    to = 0;
    ended = false;
    searched = 0;
    clearDamage();
  }

  /** Returns where in the stream the bytes start that were not handed over yet. */
  public long position() {
    return base + at - damagedBytes;
  }

  /** Returns where in the stream the next byte to be filled in lies. */
  public long fillPosition() {
    return base + to;
  }

  /**
   * Reads once. To be called after {@link #next} returned false.
   *
   * @return what the source returned
   */
  public int fill(Source source) throws IOException {
    makeRoom();
    int count = source.read(buffer, to, buffer.length - to);
    to += Math.max(0, count);
    return count;
  }

  /** No more bytes come: what is cut off there is no chunk. */
  public void end() {
    ended = true;
  }

  /**
   * Hands over the next chunk or damage. If the handler throws, the same comes again.
   *
   * @return false if nothing can be said before more bytes are filled in, or everything was said
   */
  public boolean next(ChunkHandler handler) {
    while (at < to) {
      int length = claimedLength(at);
      int inside = magicInside(length);
      boolean mayBeChunk = length >= 0 && inside < 0;
      boolean isHere = length <= to - at;
      if (mayBeChunk && !isHere && !ended) {
        return false;
      }
      if (mayBeChunk && isHere && ChunkLayout.isSound(buffer, at, length)) {
        if (!flush(handler)) { // what precedes a chunk comes first, it with the next call
          handOver(length, handler);
        }
        return true;
      }
      skip(length, inside);
    }
    return ended && flush(handler);
  }

  /** Counts as damaged what lies at {@code at}, where no sound chunk of that length begins. */
  private void skip(int length, int inside) {
    if (length < 0) {
      String reason = startsWithMagic(at) ? "implausible length" : "no chunk starts here";
      skip(reason, nextMagic(at + 1));
    } else if (inside >= 0) {
      skip(CUT_OFF, inside);
    } else if (length > to - at) {
      skip(CUT_OFF, to);
    } else {
      skip("CRC32C does not match", nextMagic(at + length - MAGIC.length + 1));
    }
  }

  /**
   * Hands over the damage up to the first byte that may still begin a chunk, without waiting for
   * the next one. A longer stretch may so come in two pieces.
   *
   * @return false if there is none
   */
  public boolean flush(ChunkHandler handler) {
    if (damagedBytes == 0) {
      return false;
    }
    boolean tail = ended && at == to && damageReason.equals(CUT_OFF);
    handler.damaged(
        new Damage(
            new SourcePosition(partition, position()),
            damagedBytes,
            tail ? "torn tail" : damageReason,
            damagedHead.toByteArray()));
    clearDamage();
    return true;
  }

  /**
   * Returns how many bytes must lie one after the other before anything can be said: as many as the chunk
   * has whose rest is being waited for; 0 if none has begun, or too little of it is there. To be
   * called after {@link #next} returned false.
   */
  public int awaitedBytes() {
    return to - at < PEEK_BYTES ? 0 : Math.max(0, claimedLength(at));
  }

  /**
   * Returns how large the buffer is once {@link #fill} was called again: it grows only when it is full of
   * bytes that came, so this is never more than twice as many, whatever a chunk claims.
   */
  public int nextBufferBytes() {
    return grows() ? Math.min(2 * buffer.length, maxChunkBytes + READ_BLOCK) : buffer.length;
  }

  /** Gives up a buffer that has grown and is more than the bytes in hand need. */
  public void trim() {
    if (buffer.length > READ_BLOCK && to - at < READ_BLOCK) {
      moveBytes(new byte[READ_BLOCK]);
    }
  }

  /** Returns the length of a chunk there; more than there is if too little is there to tell; or -1. */
  private int claimedLength(int index) {
    if (to - index >= PEEK_BYTES) {
      return ChunkLayout.claimedLength(buffer, index, maxChunkBytes);
    }
    return startsWithMagic(index) ? PEEK_BYTES : -1;
  }

  /** Returns whether the magic, or as much of it as is there, lies at that index. */
  private boolean startsWithMagic(int index) {
    int there = Math.min(MAGIC.length, to - index);
    return Arrays.equals(buffer, index, index + there, MAGIC, 0, there);
  }

  /**
   * Returns where a magic begins and ends within the bytes there are of the chunk of that length at {@code
   * at}, or -1; none if the length is -1.
   */
  private int magicInside(int length) {
    int end = Math.min(at + length, to);
    int found = ChunkLayout.findMagic(buffer, at + 1 + searched, end);
    if (found < 0) {
      searched = Math.max(searched, end - at - MAGIC.length);
    }
    return found;
  }

  private void handOver(int length, ChunkHandler handler) {
    SourcePosition position = new SourcePosition(partition, base + at);
    Chunk chunk = null;
    String reason = null;
    try {
      chunk = ChunkLayout.parse(buffer, at, length);
    } catch (MalformedChunkException e) {
      reason = e.getMessage();
    }
    if (chunk != null) {
      handler.chunk(chunk, position);
    } else {
      byte[] bytes = Arrays.copyOfRange(buffer, at, at + length);
      handler.damaged(new Damage(position, length, reason, bytes));
    }
    advance(at + length);
  }

  /** Returns where from there on the next magic begins, or what is too short to be none. */
  private int nextMagic(int index) {
    int next = ChunkLayout.findMagic(buffer, index, to);
    return next < 0 ? Math.max(index, to - MAGIC.length + 1) : next;
  }

  /** Counts the bytes up to there as damaged. */
  private void skip(String reason, int next) {
    if (damagedBytes == 0) {
      damageReason = reason;
    }
    damagedHead.write(buffer, at, Math.min(next - at, maxChunkBytes - damagedHead.size()));
    damagedBytes += next - at;
    advance(next);
  }

  private void advance(int next) {
    at = next;
    searched = 0;
  }

  private void clearDamage() {
    damagedBytes = 0;
    damagedHead.reset();
  }

  private void makeRoom() {
    if (at == to) {
      moveBytes(buffer);
    } else if (to == buffer.length) {
      moveBytes(grows() ? new byte[nextBufferBytes()] : buffer);
    }
  }

  /**
   * Returns whether more room is needed than moving the bytes gives. A full buffer of the largest size
   * holds a whole chunk unless a block of it is free in front.
   */
  private boolean grows() {
    return to == buffer.length && at < Math.min(READ_BLOCK, buffer.length / 2);
  }

  private void moveBytes(byte[] target) {
    System.arraycopy(buffer, at, target, 0, to - at);
    buffer = target;
    base += at;
    to -= at;
    at = 0;
  }
}
