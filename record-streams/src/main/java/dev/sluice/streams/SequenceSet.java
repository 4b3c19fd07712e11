package dev.sluice.streams;

import dev.sluice.api.chunk.DropCounts;

/**
 * The sequence numbers of a producer that came: those from 0 without a gap as one number, those
 * after the first gap in {@link SequenceBitmap}.
 *
 * <p>Beyond the bounds of the pages, the lowest are forgotten. Numbers up to {@link #givenUp} that
 * are not in the set are <em>unknown</em>: they may have come or not. So a chunk with such a number
 * is delivered, and never counts as missing.
 */
final class SequenceSet {
  private final SequenceBitmap pages;

  /** Highest number up to which all numbers are in the set; -1 if 0 is not. */
  private long prefix = -1;

  /** Highest number whose page was forgotten; -1 if none was. */
  private long givenUp = -1;

  /** Creates an empty set, which shares the budget with others. */
  SequenceSet(SequenceBitmap.Budget budget) {
    pages = new SequenceBitmap(budget);
  }

  boolean contains(long sequence) {
    return sequence <= prefix || pages.contains(sequence);
  }

  /**
   * Returns how many of the numbers from one to another, both included, are in the set; unsigned.
   */
  long covered(long first, long last) {
    if (last <= prefix) {
      return last - first + 1;
    }
    long start = Math.max(first, prefix + 1);
    return start - first + pages.covered(start, last);
  }

  /** Adds a number; it may be in the set already. */
  void add(long sequence) {
    addRun(sequence, sequence);
  }

  /** Adds the numbers of another set; numbers that are unknown there become unknown here, too. */
  void addAll(SequenceSet other) {
    other.forEachRun(this::addRun);
    giveUpTo(other.givenUp);
  }

  /** Adds the numbers from one to another, both included. */
  void addRun(long first, long last) {
    if (first - 1 <= prefix) {
      prefix = pages.absorbBehind(Math.max(last, prefix));
    } else {
      giveUpTo(pages.addRun(first, last));
    }
  }

  /** Returns whether the set contains all numbers from 0 up to one number. */
  boolean isContiguous() {
    return pages.isEmpty();
  }

  private void giveUpTo(long sequence) {
    givenUp = Math.max(givenUp, sequence);
  }

  /** Returns the highest number; -1 if there is none. */
  long highest() {
    long[] highest = {-1};
    forEachRun((first, last) -> highest[0] = last);
    return highest[0];
  }

  /** Returns the count of numbers below the highest that did not come. */
  long missing() {
    return givenUp == Long.MAX_VALUE ? 0 : absent(givenUp + 1, Long.MAX_VALUE);
  }

  /** Returns the count of numbers below the highest that may have come or not. */
  long unknown() {
    return absent(0, givenUp);
  }

  private long absent(long from, long to) {
    long[] absent = {0};
    long[] next = {0};
    forEachRun(
        (first, last) -> {
          absent[0] += Math.max(0, Math.min(first - 1, to) - Math.max(next[0], from) + 1);
          next[0] = last + 1;
        });
    return absent[0];
  }

  /**
   * Returns the count of numbers that are in another set as well, at most {@code Long.MAX_VALUE}.
   */
  long shared(SequenceSet other) {
    long[] shared = {0};
    other.forEachRun(
        (first, last) -> {
          long covered = covered(first, last);
          shared[0] = DropCounts.sum(shared[0], covered < 0 ? Long.MAX_VALUE : covered);
        });
    return shared[0];
  }

  private void forEachRun(SequenceBitmap.RunConsumer consumer) {
    if (prefix >= 0) {
      consumer.run(0, prefix);
    }
    pages.forEachRun(prefix, consumer);
  }

  /** Returns the set's memory to the budget; the set must not be used any more. */
  void release() {
    pages.release();
  }

  /**
   * Returns ranges, and pages in which each bit is a number: {@code 0-99,105,2048:fffe…}; before
   * them {@code ?4095}, if the numbers up to 4095 that are not listed are unknown.
   */
  @Override
  public String toString() {
    SequenceText.Writer text = new SequenceText.Writer();
    if (givenUp >= 0) {
      text.givenUp(givenUp);
    }
    if (prefix >= 0) {
      text.run(0, prefix);
    }
    pages.write(prefix, text);
    return text.toString();
  }

  /**
   * Converts the text of {@link #toString} to a set.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static SequenceSet parse(String text, SequenceBitmap.Budget budget) {
    SequenceSet set = new SequenceSet(budget);
    SequenceText.read(text, set::giveUpTo, set::addRun);
    return set;
  }
}
