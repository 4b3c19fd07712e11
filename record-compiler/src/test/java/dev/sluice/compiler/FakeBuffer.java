package dev.sluice.compiler;

import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A stripe that is filled once, and with something else than zeros before. */
final class FakeBuffer extends RowBuffer {
  private static final long GARBAGE = 0xdeadbeef_cafebabeL;

  /** The words, for tests to look at. */
  final long[] region;

  private int position;

  /** Refuses all claims. */
  boolean refuses;

  /** Tells every committed row that it came too late. */
  boolean closed;

  /** Thrown by {@code commit} instead of releasing the row, if not null. */
  Error commitFailure;

  FakeBuffer(int capacity) {
    this(new long[capacity]);
  }

  private FakeBuffer(long[] region) {
    super(region, new boolean[Integer.highestOneBit(region.length - 1) * 2]);
    this.region = region;
    Arrays.fill(words, GARBAGE);
  }

  @Override
  public boolean isOwnedBy(Thread thread) {
    return false;
  }

  @Override
  public int claim(int count) {
    // Calls nothing, so that a full stack cannot interrupt it.
    if (refuses || count < 1 || count > RowLayout.MAX_WORDS || count > words.length - position) {
      return -1;
    }
    int index = position;
    words[index] = count;
    givenUp[index] = false;
    position += count;
    return index;
  }

  @Override
  public boolean commit(int index, long header) {
    if (commitFailure != null) {
      throw commitFailure;
    }
    words[index] = header;
    return !closed;
  }

  void clear() {
    position = 0;
  }

  /** Where the claimed rows begin. */
  List<Integer> rows() {
    List<Integer> starts = new ArrayList<>();
    for (int at = 0; at < position; at += RowLayout.words(words[at])) {
      starts.add(at);
    }
    return starts;
  }

  /** How many claimed rows are in that state. */
  long rows(int state) {
    return rows().stream().filter(at -> state(at) == state).count();
  }

  private int state(int at) {
    return givenUp[at] ? RowLayout.ABORTED : RowLayout.state(words[at]);
  }
}
