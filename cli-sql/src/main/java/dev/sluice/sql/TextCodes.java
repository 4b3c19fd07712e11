package dev.sluice.sql;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/** The numbers of the texts of a batch by their ids. For one thread. */
final class TextCodes {
  private final ToIntFunction<String> numbers;
  private String[] texts = new String[256];
  private int[] codes = new int[256];
  private Chunk last;
  private int done;
  private boolean complete;

  /**
   * Creates an empty cache.
   *
   * @param numbers of texts, never of null; negative for one that has none
   */
  TextCodes(ToIntFunction<String> numbers) {
    this.numbers = numbers;
  }

  /** Looks up the texts of a batch; false if one of them has no number. */
  boolean meet(ColumnBatch batch, Chunk chunk) {
    if (chunk != last) {
      last = chunk;
      done = 0;
      complete = true;
    }
    int ids = batch.maxId() - batch.minId() + 1;
    if (ids > texts.length) {
      texts = Arrays.copyOf(texts, Math.max(ids, 2 * texts.length));
      codes = Arrays.copyOf(codes, texts.length);
    }
    for (; done < ids; done++) {
      String text = batch.text(done + batch.minId());
      if (text != texts[done]) { // a decoder has the same object for the same text, mostly
        texts[done] = text;
        codes[done] = text == null ? 0 : numbers.applyAsInt(text);
      }
      complete &= codes[done] >= 0;
    }
    return complete;
  }

  /** Returns the numbers of all ids from the least one on. */
  int[] codes() {
    return codes;
  }
}
