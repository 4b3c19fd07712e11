package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.streams.Audit;
import dev.sluice.tools.NoTimeException;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.rows.RowCapture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Reads a source into a recording, whose memory is bounded. For one thread. */
final class RecordingReader {
  /** Maximum number of records that are kept. */
  static final int MAX_RECORDS = 1 << 20;

  private static final long MAX_BYTES = 256L << 20;

  /** Records of a window: several of the largest chunks. */
  private static final int WINDOW_ROWS = 1 << 16;

  /** Windows of a producer at least, if there are not very many. */
  private static final int WINDOWS = 4;

  private static final long MAX_STRIDE = 1L << 40;

  private final SourceSpec source;
  private final double rate;
  private final Notices progress;
  private final int maxRecords;
  private final int windowRows;
  private final RowCapture.Scratch scratch = new RowCapture.Scratch();
  private final Map<Long, ProducerReader> producers = new LinkedHashMap<>();
  private final RecordTimes times = new RecordTimes();
  private final DamageList damages = new DamageList();
  private final long maxBytes = Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / 4);
  private ProducerReader reading;
  private long records;
  private long stride = 1;

  RecordingReader(SourceSpec source, double rate, Notices progress) {
    this(source, rate, progress, MAX_RECORDS, WINDOW_ROWS);
  }

  /** Creates a reader with other bounds, for tests. */
  RecordingReader(
      SourceSpec source, double rate, Notices progress, int maxRecords, int windowRows) {
    this.source = source;
    this.rate = rate;
    this.progress = progress;
    this.maxRecords = maxRecords;
    this.windowRows = windowRows;
  }

  Recording read() throws IOException {
    Audit audit = source.readAll(this::record, this::chunk, damages);
    progress.clear();
    if (records == 0) {
      throw new ToolException(source + " contains no record" + damages.first());
    }
    boolean timed = producers.values().stream().allMatch(ProducerReader::isTimed);
    if (!timed && rate == 0) {
      throw new NoTimeException("the records of " + source + " have no record time");
    }
    return recording(audit, timed);
  }

  private void record(RecordCursor cursor, Chunk chunk) {
    if (reading == null) {
      reading =
          producers.computeIfAbsent(
              chunk.accounting().producerId(), id -> new ProducerReader(chunk, scratch));
    }
    long time = reading.add(cursor, chunk, span());
    if (reading.isTimed()) {
      times.add(time);
    }
    records++;
  }

  /** Many producers have shorter windows. */
  private int span() {
    return Math.max(
        windowRows / 16, Math.min(windowRows, maxRecords / (WINDOWS * producers.size())));
  }

  private void chunk(Chunk chunk) {
    if (reading == null) {
      return; // a chunk without records
    }
    reading.chunkEnded();
    reading = null;
    long kept = 0;
    long bytes = 0;
    for (ProducerReader producer : producers.values()) {
      kept += producer.kept();
      bytes += producer.bytes();
    }
    if ((kept > maxRecords || bytes > maxBytes) && stride < MAX_STRIDE) {
      stride *= 2;
      producers.values().forEach(producer -> producer.thin(stride));
    }
    progress.update("reading " + source + ": " + Figures.count(records, "record"));
  }

  private Recording recording(Audit audit, boolean timed) {
    SteadyPart part = timed && rate == 0 ? SteadyPart.of(times) : null;
    producers.values().forEach(producer -> producer.end(part));
    List<ProducerReader> left =
        producers.values().stream().filter(ProducerReader::hasRows).toList();
    if (left.isEmpty()) {
      throw new ToolException(
          "the sample of %s has no record of %s; choose that part with --from and --until"
              .formatted(source, part.remark()));
    }
    // Whatever a run takes of the recording then begins with records.
    long epoch = timed ? left.stream().mapToLong(ProducerReader::first).min().getAsLong() : 0;
    List<ProducerRows> rows = new ArrayList<>();
    long[] sampled = new long[left.size()];
    for (ProducerReader producer : left) {
      // Each has its share of the rate.
      double nanosPerRecord = rate == 0 ? 0 : 1e9 / rate * records / producer.records();
      ProducerRows all = producer.rows(epoch, nanosPerRecord);
      sampled[rows.size()] = producer.isSample() ? all.arrival(all.records() - 1) : 0;
      rows.add(all);
    }
    long end = end(sampled);
    rows.replaceAll(one -> one.before(end));
    rows.removeIf(one -> one.records() == 0);
    List<String> remarks = remarks(audit);
    if (part != null && !part.remark().isEmpty()) {
      remarks.add(part.remark());
    }
    return new Recording(rows, epoch, remarks, part != null || rate > 0);
  }

  /**
   * Returns the time at which samples end, so that all producers emit together: the end of the
   * shortest of those that have at least half of the longest. Without samples there is none.
   */
  private static long end(long[] sampled) {
    long longest = LongStream.of(sampled).max().orElse(0);
    return LongStream.of(sampled)
        .filter(nanos -> longest > 0 && nanos >= longest / 2)
        .map(nanos -> nanos + 1)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private List<String> remarks(Audit audit) {
    long kept = producers.values().stream().mapToLong(ProducerReader::kept).sum();
    List<String> remarks = new ArrayList<>();
    if (kept < records) {
      remarks.add(
          "a sample of %s of %s (%s): windows of %s, evenly spread"
              .formatted(
                  Figures.count(kept),
                  Figures.count(records, "record"),
                  Figures.percent(kept, records),
                  Figures.count(windowRows, "record")));
    }
    if (audit.damaged() > 0) {
      remarks.add(
          "%s of %s left out%s"
              .formatted(
                  Figures.count(audit.damaged(), "damaged region"), source, damages.first()));
    }
    return remarks;
  }
}
