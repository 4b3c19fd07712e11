package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.tools.rows.RecordCopier;
import dev.sluice.tools.rows.RowCapture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers runs of one producer's records. For one thread. */
final class ProducerReader {
  private static final long NO_TIME = Long.MIN_VALUE;
  private static final String ATTRIBUTES = "attributes.";

  private final RowCapture capture;
  private final RecordCopier copier;
  private final List<RowRun> runs = new ArrayList<>();

  /** Places of the runs among all stretches that were cut, kept or not. */
  private final List<Long> places = new ArrayList<>();

  private long stretches;
  private long inStretch;
  private long records;
  private boolean timed;
  private long current = NO_TIME;
  private RowRun run;
  private long bytes;
  private boolean atChunkStart = true;
  private long kept;
  private boolean isSample;
  private long stride = 1;
  private final Map<String, String> identity;

  ProducerReader(Chunk chunk, RowCapture.Scratch scratch) {
    this.capture = new RowCapture(scratch);
    this.copier = new RecordCopier(capture);
    this.identity = identity(chunk);
  }

  /** Options of a collector that make its chunks say of their producer what this one says. */
  static Map<String, String> identity(Chunk chunk) {
    Map<String, String> options = new LinkedHashMap<>();
    String name = chunk.accounting().producerName();
    if (name != null) {
      options.put(ChunkingCollector.PRODUCER.name(), name);
    }
    chunk
        .header()
        .attributes()
        .asMap()
        .forEach((key, value) -> options.put(ATTRIBUTES + key, value));
    return options;
  }

  /**
   * Takes a record; the result is the time at which it came.
   *
   * @param rows a span is cut at the end of a chunk when it has that many
   */
  long add(RecordCursor cursor, Chunk chunk, int rows) {
    if (atChunkStart) {
      startChunk(chunk, rows);
    }
    records++;
    inStretch++;
    int field = cursor.type().recordTimeField();
    if (field >= 0) {
      current = cursor.longValue(field);
      timed = true;
    }
    if (run != null && copier.emit(cursor, 0)) {
      run.time(current);
      kept++;
    }
    return current;
  }

  private void startChunk(Chunk chunk, int rows) {
    atChunkStart = false;
    if (current == NO_TIME && chunk.accounting().hasTime()) {
      current = chunk.accounting().firstTime() + chunk.accounting().clockOffset();
    }
    if (inStretch >= rows || stretches == 0) {
      endStretch();
      if (stretches++ % stride == 0) {
        run = new RowRun();
        capture.into(run);
      }
    }
  }

  /** The records of a chunk have all come. */
  void chunkEnded() {
    atChunkStart = true;
  }

  private void endStretch() {
    inStretch = 0;
    if (run != null) {
      run.finish();
      runs.add(run);
      places.add(stretches - 1);
      bytes += run.bytes();
    }
    run = null;
  }

  /** Keeps one of {@code each} stretches from now on, and of those that are here. */
  void thin(long each) {
    stride = each;
    for (int i = runs.size() - 1; i >= 0; i--) {
      if (places.get(i) % stride != 0) {
        RowRun left = runs.remove(i);
        bytes -= left.bytes();
        kept -= left.rows();
        places.remove(i);
      }
    }
  }

  /** Bytes of memory of finished runs. */
  long bytes() {
    return bytes;
  }

  /** Records in memory. */
  long kept() {
    return kept;
  }

  /** Records that came. */
  long records() {
    return records;
  }

  boolean isTimed() {
    return timed;
  }

  /** Ends the reading: keeps the rows that lie in a part of the recording; null for all. */
  void end(SteadyPart part) {
    endStretch();
    if (part != null) {
      runs.replaceAll(run -> run.between(part.fromNanos(), part.toNanos()));
    }
    runs.removeIf(run -> run.rows() == 0);
    isSample = stride > 1 && stretches > 1;
  }

  /** Returns whether {@link #end} left rows. */
  boolean hasRows() {
    return !runs.isEmpty();
  }

  /** Time of the first row that was kept, in nanoseconds since the epoch. */
  long first() {
    return runs.get(0).first();
  }

  /** Returns whether windows of this producer's records were left out. */
  boolean isSample() {
    return isSample;
  }

  /**
   * Returns the rows that were kept. Windows are joined: a sample begins at time 0 and has no gaps.
   *
   * @param epochNanos time 0 of the arrivals
   * @param nanosPerRecord distance of arrivals; 0 for that of the record times
   */
  ProducerRows rows(long epochNanos, double nanosPerRecord) {
    long[] arrivals = new long[runs.stream().mapToInt(RowRun::rows).sum()];
    int at = 0;
    long shift = isSample ? -first() : -epochNanos;
    for (int i = 0; i < runs.size(); i++) {
      RowRun kept = runs.get(i);
      if (isSample && i > 0) {
        long gap = (kept.last() - kept.first()) / kept.rows();
        shift = arrivals[at - 1] + gap - kept.first();
      }
      for (int row = 0; row < kept.rows(); row++, at++) {
        arrivals[at] = nanosPerRecord > 0 ? (long) (at * nanosPerRecord) : kept.time(row) + shift;
      }
    }
    return new ProducerRows(identity, capture, runs, arrivals);
  }
}
