package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.KeyedHash;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Keyed hashes of the last chunks, by which a repetition is distinguished from other bytes under a
 * producer's sequence: at least of {@link #MAX_BLOCKS} chunks, and of {@value #BLOCK} times as many
 * of producers whose chunks come in order, in at most 16 MiB. Beyond, the producer that was silent
 * for longest loses those of its lowest sequences.
 */
final class Fingerprints {
  /** Number of sequence numbers that are remembered and forgotten together. */
  static final int BLOCK = 16;

  static final int MAX_BLOCKS = 1 << 15;

  /** Maximum number of chunks that are saved, unless each producer has only the minimum. */
  private static final int MAX_SAVED = 1 << 14;

  private static final int MAX_SAVED_OF_ONE = 1024;
  private static final int MIN_SAVED_OF_ONE = 4;
  private static final int DIGITS = 32;
  private static final char ABSENT = '-';

  /**
   * Blocks by producer, in the order in which producers were last used; by sequence / {@link
   * #BLOCK} two words for each hash, and after them a bit for each hash that is there.
   */
  private final Map<Long, TreeMap<Long, long[]>> producers = new LinkedHashMap<>(16, 0.75f, true);

  private final KeyedHash hash;
  private int count;

  /**
   * Continues from saved fingerprints.
   *
   * @param key null if nothing was
   * @param texts those of {@link #texts}
   * @param chance where the key comes from if there is none
   */
  Fingerprints(String key, Map<Long, String> texts, LongSupplier chance) {
    if (key == null) {
      hash = new KeyedHash(chance.getAsLong(), chance.getAsLong());
    } else {
      hash = KeyedHash.withKey(key);
      texts.forEach(this::restore);
    }
  }

  /** Returns the secret key of the hashes, for positions. */
  String key() {
    return hash.key();
  }

  /** Returns the fingerprint of a chunk. Any thread. */
  KeyedHash.Value of(Chunk chunk) {
    return hash.of(chunk);
  }

  /**
   * Returns whether the chunk has the bytes that came last with its sequence number of the
   * producer, the last one of a range; {@code forgotten} if those are not remembered.
   */
  boolean isSame(Chunk chunk, boolean forgotten) {
    TreeMap<Long, long[]> blocks = producers.get(chunk.accounting().producerId());
    long sequence = chunk.accounting().sequence();
    long[] block = blocks == null ? null : blocks.get(sequence / BLOCK);
    KeyedHash.Value known = block == null ? null : get(block, (int) (sequence % BLOCK));
    return known == null ? forgotten : known.equals(of(chunk));
  }

  private static KeyedHash.Value get(long[] block, int place) {
    return (block[2 * BLOCK] & 1L << place) == 0
        ? null
        : new KeyedHash.Value(block[2 * place], block[2 * place + 1]);
  }

  void remember(Chunk chunk, KeyedHash.Value value) {
    remember(chunk.accounting().producerId(), chunk.accounting().sequence(), value);
  }

  private void remember(long producerId, long sequence, KeyedHash.Value value) {
    TreeMap<Long, long[]> blocks = producers.computeIfAbsent(producerId, id -> new TreeMap<>());
    long[] block = blocks.computeIfAbsent(sequence / BLOCK, number -> newBlock());
    int place = (int) (sequence % BLOCK);
    block[2 * place] = value.first();
    block[2 * place + 1] = value.second();
    block[2 * BLOCK] |= 1L << place;
    if (count > MAX_BLOCKS) {
      forgetOldest();
    }
  }

  private long[] newBlock() {
    count++;
    return new long[2 * BLOCK + 1];
  }

  private void forgetOldest() {
    Iterator<TreeMap<Long, long[]>> each = producers.values().iterator();
    TreeMap<Long, long[]> oldest = each.next();
    oldest.pollFirstEntry();
    count--;
    if (oldest.isEmpty()) {
      each.remove();
    }
  }

  /** Returns the fingerprints of the highest sequences of each producer, to be saved. */
  Map<Long, String> texts() {
    Map<Long, String> texts = new LinkedHashMap<>();
    int share = MAX_SAVED / Math.max(1, producers.size());
    int most = Math.max(MIN_SAVED_OF_ONE, Math.min(MAX_SAVED_OF_ONE, share));
    producers.forEach((id, blocks) -> texts.put(id, text(blocks, most)));
    return texts;
  }

  /**
   * Returns blocks with a comma between, the highest first: number, colon, then from the last
   * sequence number to the first the digits of each hash, or a dash if there is none.
   */
  private static String text(TreeMap<Long, long[]> blocks, int most) {
    StringBuilder text = new StringBuilder();
    int left = most;
    for (Map.Entry<Long, long[]> block : blocks.descendingMap().entrySet()) {
      text.append(text.isEmpty() ? "" : ",").append(block.getKey()).append(':');
      for (int place = BLOCK - 1; place >= 0 && left > 0; place--) {
        KeyedHash.Value value = get(block.getValue(), place);
        text.append(value == null ? ABSENT : value);
        left -= value == null ? 0 : 1;
      }
      if (left == 0) {
        break;
      }
    }
    return text.toString();
  }

  private void restore(long producerId, String text) {
    for (String block : text.split(",")) {
      int at = block.indexOf(':') + 1;
      long first = Math.multiplyExact(Long.parseLong(block, 0, Math.max(0, at - 1), 10), BLOCK);
      for (int place = BLOCK - 1; at < block.length(); place--) {
        int length = block.charAt(at) == ABSENT ? 1 : DIGITS;
        if (length == DIGITS) {
          long sequence = first + Objects.checkIndex(place, BLOCK);
          remember(producerId, sequence, KeyedHash.Value.parse(block.substring(at, at + DIGITS)));
        }
        at += length;
      }
    }
  }

  /** Returns the text, if it is one that can be restored. */
  static String checked(String text) {
    new Fingerprints(null, Map.of(), () -> 0).restore(0, text);
    return text;
  }
}
