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
  /** Size of the buffer in bytes at first, and its room beyond the largest chunk. */
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

  /** Source of bytes, as in {@code InputStream::read} or {@code RandomAccessFile::read}. */
  @FunctionalInterface
  public interface Source {
    /**
     * Reads at most {@code length} bytes to {@code into[from..]}; returns their number, or -1 at
     * the end.
     */
    int read(byte[] into, int from, int length) throws IOException;
  }

  /**
   * Creates a scanner that considers chunks up to {@code maxChunkBytes} plausible; it starts at
   * position 0.
   */
  public ChunkScanner(int maxChunkBytes) {
    if (maxChunkBytes < ChunkLayout.MIN_CHUNK_BYTES
        || maxChunkBytes > ChunkLayout.MAX_CHUNK_BYTES) {
      throw new IllegalArgumentException(
          "maxChunkBytes must be %d to %d, was %d"
              .formatted(ChunkLayout.MIN_CHUNK_BYTES, ChunkLayout.MAX_CHUNK_BYTES, maxChunkBytes));
    }
    this.maxChunkBytes = maxChunkBytes;
  }

  /** Drops all bytes and starts at a position of another stream. */
  public void reset(String newPartition, long position) {
    partition = newPartition;
    base = position;
    at = 0;
    to = 0;
    ended = false;
    searched = 0;
    clearDamage();
  }

  /** Returns the position in the stream of the first byte that was not delivered yet. */
  public long position() {
    return base + at - damagedBytes;
  }

  /** Returns the position in the stream of the next byte to be filled in. */
  public long fillPosition() {
    return base + to;
  }

  /**
   * Reads from the source once. To be called after {@link #next} returned false.
   *
   * @return what the source returned
   */
  public int fill(Source source) throws IOException {
    makeRoom();
    int count = source.read(buffer, to, buffer.length - to);
    to += Math.max(0, count);
    return count;
  }

  /** Notes that no more bytes come: a chunk that is cut off there is damage. */
  public void end() {
    ended = true;
  }

  /**
   * Delivers the next chunk or damage. If the handler throws, the next call delivers it again.
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
          deliver(length, handler);
        }
        return true;
      }
      skip(length, inside);
    }
    return ended && flush(handler);
  }

  /** Counts the bytes at {@code at} as damaged, where no sound chunk of this length begins. */
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
   * Delivers the damage up to the first byte that may still begin a chunk, without waiting for the
   * next one. A longer region may thus come in two pieces.
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
   * Returns the number of consecutive bytes that are needed before anything can be delivered: the
   * size of the chunk whose rest is awaited; 0 if none has begun, or too little of it is there. To
   * be called after {@link #next} returned false.
   */
  public int awaitedBytes() {
    return to - at < PEEK_BYTES ? 0 : Math.max(0, claimedLength(at));
  }

  /**
   * Returns the size of the buffer after the next {@link #fill}: it grows only if it is full of
   * received bytes, so this is never more than twice their number, whatever a chunk claims.
   */
  public int nextBufferBytes() {
    return grows() ? Math.min(2 * buffer.length, maxChunkBytes + READ_BLOCK) : buffer.length;
  }

  /** Frees a buffer that has grown and is larger than the bytes in it need. */
  public void trim() {
    if (buffer.length > READ_BLOCK && to - at < READ_BLOCK) {
      moveBytes(new byte[READ_BLOCK]);
    }
  }

  /**
   * Returns the claimed length of a chunk at an index; more than there are bytes if too few are
   * there to read it; or -1.
   */
  private int claimedLength(int index) {
    if (to - index >= PEEK_BYTES) {
      return ChunkLayout.claimedLength(buffer, index, maxChunkBytes);
    }
    return startsWithMagic(index) ? PEEK_BYTES : -1;
  }

  /** Returns whether the magic, or the part of it that is there, is at this index. */
  private boolean startsWithMagic(int index) {
    int there = Math.min(MAGIC.length, to - index);
    return Arrays.equals(buffer, index, index + there, MAGIC, 0, there);
  }

  /**
   * Returns the index where a magic begins and ends within the bytes that are there of the chunk of
   * this length at {@code at}, or -1; -1 too if the length is -1.
   */
  private int magicInside(int length) {
    int end = Math.min(at + length, to);
    int found = ChunkLayout.findMagic(buffer, at + 1 + searched, end);
    if (found < 0) {
      searched = Math.max(searched, end - at - MAGIC.length);
    }
    return found;
  }

  private void deliver(int length, ChunkHandler handler) {
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

  /**
   * Returns the first index, from the given one on, where a magic begins, or where too few bytes
   * are left to exclude one.
   */
  private int nextMagic(int index) {
    int next = ChunkLayout.findMagic(buffer, index, to);
    return next < 0 ? Math.max(index, to - MAGIC.length + 1) : next;
  }

  /** Counts the bytes up to an index as damaged. */
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
   * Returns whether moving the bytes gives too little room. A full buffer of the maximum size
   * contains a whole chunk unless a block at its start is free.
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
