package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The CRCs of the last chunks, so that a repetition is told from other bytes under a producer's
 * sequence: at least of {@link #MAX_BLOCKS} chunks, and of {@value #BLOCK} times as many of
 * producers whose chunks come in order. Beyond, the producer that was silent for longest loses
 * those of its lowest sequences.
 */
final class Checksums {
  /** Sequences that are remembered and forgotten together. */
  static final int BLOCK = 16;

  static final int MAX_BLOCKS = 1 << 15;

  /** Most blocks of a producer that are saved, and of all producers unless each has but one. */
  private static final int SAVED_OF_ONE = 64;

  private static final int SAVED = 4096;

  private static final int DIGITS = 8;
  private static final String ABSENT = "-".repeat(DIGITS);

  /** In the order in which producers were last asked for. */
  private final Map<Long, OfProducer> producers = new LinkedHashMap<>(16, 0.75f, true);

  private int count;

  private static final class OfProducer {
    /** By sequence / {@link #BLOCK}; behind the CRCs a bit for each that is there. */
    final TreeMap<Long, int[]> blocks = new TreeMap<>();

    /** Null if it is not up to date. */
    String text;
  }

  /**
   * Whether the chunk has the bytes that came last under its producer's sequence, the last one of a
   * range; {@code forgotten} if those are not remembered.
   */
  boolean isSame(Chunk chunk, boolean forgotten) {
    OfProducer producer = producers.get(chunk.accounting().producerId());
    long sequence = chunk.accounting().sequence();
    int[] block = producer == null ? null : producer.blocks.get(sequence / BLOCK);
    int place = (int) (sequence % BLOCK);
    return block == null || (block[BLOCK] & 1 << place) == 0
        ? forgotten
        : block[place] == chunk.crc();
  }

  void remember(Chunk chunk) {
    remember(chunk.accounting().producerId(), chunk.accounting().sequence(), chunk.crc());
  }

  private void remember(long producerId, long sequence, int crc) {
    OfProducer producer = producers.computeIfAbsent(producerId, id -> new OfProducer());
    int[] block = producer.blocks.computeIfAbsent(sequence / BLOCK, number -> newBlock());
    int place = (int) (sequence % BLOCK);
    block[BLOCK] |= 1 << place;
    block[place] = crc;
    producer.text = null;
    if (count > MAX_BLOCKS) {
      forgetOldest();
    }
  }

  private int[] newBlock() {
    count++;
    return new int[BLOCK + 1];
  }

  private void forgetOldest() {
    Iterator<OfProducer> each = producers.values().iterator();
    OfProducer oldest = each.next();
    oldest.blocks.pollFirstEntry();
    count--;
    if (oldest.blocks.isEmpty()) {
      each.remove();
    }
  }

  /** Those of the highest sequences of each producer, for {@link #restore}. */
  Map<Long, String> texts() {
    Map<Long, String> texts = new LinkedHashMap<>();
    int most = Math.max(1, Math.min(SAVED_OF_ONE, SAVED / Math.max(1, producers.size())));
    producers.forEach(
        (id, producer) -> {
          producer.text = producer.text == null ? text(producer.blocks, most) : producer.text;
          texts.put(id, producer.text);
        });
    return texts;
  }

  /** Blocks with a comma between: number, colon, eight digits for each CRC. */
  private static String text(TreeMap<Long, int[]> blocks, int most) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Long, int[]> block :
        blocks.descendingMap().entrySet().stream().limit(most).toList()) {
      text.append(text.isEmpty() ? "" : ",").append(block.getKey()).append(':');
      for (int place = 0; place < BLOCK; place++) {
        boolean isThere = (block.getValue()[BLOCK] & 1 << place) != 0;
        text.append(isThere ? HexFormat.of().toHexDigits(block.getValue()[place]) : ABSENT);
      }
    }
    return text.toString();
  }

  /**
   * Remembers what was saved of a producer.
   *
   * @throws IllegalArgumentException if it is something else
   */
  void restore(long producerId, String text) {
    for (String block : text.split(",")) {
      int at = block.indexOf(':') + 1;
      long first = Math.multiplyExact(Long.parseLong(block, 0, Math.max(0, at - 1), 10), BLOCK);
      for (int place = 0; place < BLOCK; place++, at += DIGITS) {
        if (!block.startsWith(ABSENT, at)) {
          remember(producerId, first + place, HexFormat.fromHexDigits(block, at, at + DIGITS));
        }
      }
    }
  }

  /** The text, if it is one that can be restored. */
  static String checked(String text) {
    new Checksums().restore(0, text);
    return text;
  }
}
