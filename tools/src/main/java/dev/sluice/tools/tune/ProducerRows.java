package dev.sluice.tools.tune;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.RowSink;
import dev.sluice.tools.rows.RowCapture;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The records of one producer, in the order in which they are emitted. Immutable, and nobody
 * changes what it has.
 *
 * @param identity options of a collector that make its chunks say what this producer's said
 * @param capture what the rows refer to
 * @param runs stretches of consecutive records, in their order
 * @param arrivals when each row comes, ascending
 */
public record ProducerRows(
    Map<String, String> identity, RowCapture capture, List<RowRun> runs, long[] arrivals) {
  /** Returns the identity with other options beside it. */
  Map<String, String> identity(Map<String, String> others) {
    Map<String, String> all = new HashMap<>(others);
    all.putAll(identity);
    return all;
  }

  int records() {
    return arrivals.length;
  }

  /**
   * Returns when a record is emitted, in nanoseconds since the first of the recording. Never
   * decreases.
   */
  long arrival(int record) {
    return arrivals[record];
  }

  /** Returns whether a record comes at or after {@code fromNanos} and before {@code toNanos}. */
  boolean isAnyWithin(long fromNanos, long toNanos) {
    return firstAt(fromNanos) < firstAt(toNanos);
  }

  /** Returns the first record that comes at a time or later; {@link #records} if none does. */
  int firstAt(long nanos) {
    int from = 0;
    int to = arrivals.length;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (arrivals[middle] < nanos) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Returns those that are emitted before a time. */
  ProducerRows before(long nanos) {
    int count = firstAt(nanos);
    return count == arrivals.length
        ? this
        : new ProducerRows(identity, capture, runs, Arrays.copyOf(arrivals, count));
  }

  /** Returns these rows with all times divided by a factor. */
  ProducerRows faster(double factor) {
    long[] times = Arrays.stream(arrivals).map(nanos -> (long) (nanos / factor)).toArray();
    return new ProducerRows(identity, capture, runs, times);
  }

  /** Length of the time in which they are emitted. */
  long nanos() {
    return arrivals[arrivals.length - 1] - arrivals[0];
  }

  /**
   * Returns a feeder of these records into a collector that has no type and no symbol yet, and that
   * nobody else emits to.
   *
   * @param instantShift what to add to instants, which are nanoseconds since the epoch, for the
   *     collector's clock: they stay what they are with {@code System.nanoTime()} minus the present
   *     time, and become present ones with {@code System.nanoTime()} at time 0 minus {@link
   *     Recording#epochNanos}
   */
  Feeder feeder(RowSink sink, long instantShift) {
    return new Feeder(this, sink, instantShift);
  }

  /** Emits records, one after the other. For one thread. */
  static final class Feeder {
    private final ProducerRows rows;
    private final RowSink sink;
    private final long instantShift;
    private final int[][] instantWords;
    private int run = -1;
    private int left;
    private long[] words = {};
    private int at;

    private Feeder(ProducerRows rows, RowSink sink, long instantShift) {
      this.rows = rows;
      this.sink = sink;
      this.instantShift = instantShift;
      List<RecordType> types = rows.capture.types();
      this.instantWords = new int[types.size()][];
      for (int id = 0; id < instantWords.length; id++) {
        check(sink.register(types.get(id)) == id);
        instantWords[id] = instantWords(types.get(id));
      }
      int id = 0;
      for (String text : rows.capture.symbols()) {
        check(sink.symbol(text).id() == ++id);
      }
    }

    private static void check(boolean isNew) {
      if (!isNew) {
        throw new IllegalArgumentException("the collector has other types or symbols already");
      }
    }

    private static int[] instantWords(RecordType type) {
      RowLayout layout = RowLayout.of(type.fields());
      List<Field> fields = type.fields();
      return IntStream.range(0, fields.size())
          .filter(i -> fields.get(i).isInstant())
          .map(layout::word)
          .toArray();
    }

    /** Emits the next record; false if it was refused, which the collector counts. */
    boolean emitNext() {
      while (left == 0) {
        RowRun current = rows.runs.get(++run);
        words = current.words();
        left = current.rows();
        at = 0;
      }
      long header = words[at];
      int from = at;
      int count = RowLayout.words(header);
      at += count;
      left--;
      return emit(from, count, header);
    }

    private boolean emit(int from, int count, long header) {
      RowBuffer buffer = sink.buffer();
      int to = buffer.claim(count);
      if (to < 0) {
        to = sink.full(buffer, count);
      }
      if (to < 0) {
        return false;
      }
      for (int i = 1; i < count; i++) {
        buffer.put(to + i, words[from + i]);
      }
      for (int word : instantWords[RowLayout.typeId(header)]) {
        buffer.put(to + word, words[from + word] + instantShift);
      }
      return buffer.commit(to, header);
    }
  }
}
