package dev.sluice.serializers.support;

import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RandomBits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The string table of the chunk being encoded: local ids from 1 on, in the order of first use.
 * Nothing is cleared between chunks: a slot of the hash table belongs to the chunk whose number it
 * carries. The hash is keyed at random, so that nobody can choose strings that collide. For one
 * thread; allocates nothing once it has grown.
 */
public final class StringTable {
  private static final int MIN_ARENA = 1 << 20;
  private static final int MAX_ARENA = 32 << 20;
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[][] known;

  /** Numbers of the known strings by their hashes; 0 for an empty slot. */
  private final int[] knownSlots;

  private final long seed;
  private final long key;
  private long epoch;
  private int count;
  private int arenaLimit;
  private boolean full;

  /** Texts one after the other; text {@code i} starts at {@code starts[i - 1]}. */
  private byte[] arena = new byte[8192];

  private int[] starts = new int[257];
  private int[] hashes = new int[256];

  /** Slots of the hash table: chunk number and id of the string. */
  private long[] slots = new long[1024];

  /** Chunk number and id, by symbol. */
  private long[] symbols = new long[1024];

  /**
   * Creates an empty table.
   *
   * @param known strings that a chunk need not carry; the first has the id -1
   */
  public StringTable(byte[]... known) {
    this.seed = RandomBits.nextLong();
    this.key = RandomBits.nextLong() | 1;
    this.known = known;
    // A power of two, so large that few of them collide.
    this.knownSlots = new int[Integer.highestOneBit(8 * known.length + 1)];
    for (int k = 1; k <= known.length; k++) {
      copyToEnd(known[k - 1]);
      int slot = hash(0, known[k - 1].length) & knownSlots.length - 1;
      while (knownSlots[slot] != 0) {
        slot = slot + 1 & knownSlots.length - 1;
      }
      knownSlots[slot] = k;
    }
  }

  /** Starts the table of a chunk of about {@code chunkBytes} bytes. */
  public void begin(int chunkBytes) {
    epoch += 1L << 32;
    count = 0;
    full = false;
    arenaLimit = (int) Math.min(MAX_ARENA, Math.max(MIN_ARENA, 8L * chunkBytes));
  }

  /** Returns whether a string did not fit, so that the chunk needs fewer rows. */
  public boolean isFull() {
    return full;
  }

  /** Returns the number of strings of this chunk. */
  public int count() {
    return count;
  }

  /**
   * Returns the array with all texts; the text of {@code id} is from {@link #start} to {@code
   * start(id + 1)}.
   */
  public byte[] array() {
    return arena;
  }

  /**
   * Returns the start of an id's text in {@link #array}; for the next free id, the end of all
   * texts.
   */
  public int start(int id) {
    return starts[id - 1];
  }

  /** Returns the id that a symbol has in this chunk, or 0 if it has none yet. */
  public int symbol(int symbolId) {
    if (symbolId >= symbols.length) {
      return 0;
    }
    long entry = symbols[symbolId] - epoch;
    return entry >>> 32 == 0 ? (int) entry : 0;
  }

  /** Gives a symbol its id and returns it; returns 0 if its text is not WTF-8. */
  public int addSymbol(int symbolId, byte[] text) {
    int id = add(text);
    if (symbolId >= symbols.length) {
      symbols = Arrays.copyOf(symbols, Math.max(symbolId + 1, 2 * symbols.length));
    }
    symbols[symbolId] = epoch | Integer.toUnsignedLong(id);
    return id;
  }

  /**
   * Returns the id of a text, less than 0 if it is a known one; 0 if it is no WTF-8, too long, or
   * the table is full.
   */
  public int add(byte[] text) {
    if (text.length > RowLayout.MAX_INLINE_BYTES || !reserve(text.length)) {
      return 0;
    }
    return intern(copyToEnd(text), text.length);
  }

  private int copyToEnd(byte[] text) {
    int at = starts[count];
    System.arraycopy(text, 0, arena, at, text.length);
    WORD.set(arena, at + text.length, 0L);
    return at;
  }

  /**
   * Returns the id of inline data of a row whose length word is at {@code at}; see {@link
   * #add(byte[])}.
   */
  public int add(long[] words, int at) {
    int length = (int) words[at];
    if (!reserve(length)) {
      return 0;
    }
    int target = starts[count];
    int last = RowLayout.inlineWords(length);
    for (int i = 1; i < last; i++) {
      WORD.set(arena, target + (i - 1 << 3), words[at + i]);
    }
    WORD.set(arena, target + length, 0L);
    return intern(target, length);
  }

  /** Makes room for a text and the zero bytes after it. */
  private boolean reserve(int length) {
    int needed = starts[count] + length + 16;
    full |= needed > arenaLimit || count == DecodeLimits.MAX_STRINGS;
    if (!full && needed > arena.length) {
      arena = Arrays.copyOf(arena, Math.max(needed, 2 * arena.length));
    }
    return !full;
  }

  /** Returns the id of the text at the end of the arena, which is kept if it is new. */
  private int intern(int at, int length) {
    int hash = hash(at, length);
    int slot = hash & slots.length - 1;
    for (; slots[slot] - epoch >>> 32 == 0; slot = slot + 1 & slots.length - 1) {
      int id = (int) slots[slot];
      if (hashes[id - 1] == hash && isText(id, at, length)) {
        return id;
      }
    }
    int number = knownString(hash, at, length);
    if (number > 0) {
      return -number;
    }
    if (Wtf8.firstWrong(arena, at, at + length) >= 0) {
      return 0;
    }
    slots[slot] = epoch | keep(at + length, hash);
    return grown(count);
  }

  /** Returns the number of the known string at the end of the arena; 0 if it is not known. */
  private int knownString(int hash, int at, int length) {
    int slot = hash & knownSlots.length - 1;
    for (; knownSlots[slot] != 0; slot = slot + 1 & knownSlots.length - 1) {
      byte[] text = known[knownSlots[slot] - 1];
      if (Arrays.equals(text, 0, text.length, arena, at, at + length)) {
        return knownSlots[slot];
      }
    }
    return 0;
  }

  private boolean isText(int id, int at, int length) {
    return Arrays.equals(arena, starts[id - 1], starts[id], arena, at, at + length);
  }

  private int keep(int end, int hash) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count + 1);
    }
    hashes[count++] = hash;
    starts[count] = end;
    return count;
  }

  private int grown(int id) {
    if (count > slots.length / 2) {
      slots = new long[2 * slots.length];
      for (int i = 0; i < count; i++) {
        int slot = hashes[i] & slots.length - 1;
        while (slots[slot] != 0) {
          slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = epoch | i + 1;
      }
    }
    return id;
  }

  /**
   * Returns the hash of a text: multiply and fold, eight bytes at a time; zero bytes follow the
   * text.
   */
  private int hash(int at, int length) {
    long hash = seed ^ length;
    for (int i = 0; i < length; i += 8) {
      hash = fold(hash ^ (long) WORD.get(arena, at + i), key);
    }
    return (int) fold(hash, key);
  }

  private static long fold(long a, long b) {
    return a * b ^ Math.multiplyHigh(a, b);
  }
}
