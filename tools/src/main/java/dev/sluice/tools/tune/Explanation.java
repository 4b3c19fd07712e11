package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.Distribution;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Explanation of chunk sizes without an experiment: why chunks closed, the cost of each, and the
 * cost with half or twice as many records. For one thread.
 */
public final class Explanation implements ChunkHandler {
  /** Savings below this part of all bytes are not worth a change. */
  private static final double WORTH = 0.02;

  private final SourceSpec source;
  private final DamageList damages = new DamageList();
  private final Map<Integer, Long> reasons = new HashMap<>();
  private final Distribution records = new Distribution();
  private final Distribution bytes = new Distribution();
  private final ChunkParts parts = new ChunkParts();
  private long empty;
  private long chunks;
  private long headerBytes;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  private Explanation(SourceSpec source) {
    this.source = source;
  }

  /**
   * Reads a source to its end and prints what its chunks say.
   *
   * @return whether no region of it is damaged
   * @throws ToolException if it holds no record
   */
  public static boolean print(SourceSpec source, PrintStream out) throws IOException {
    Explanation explanation = new Explanation(source);
    source.readChunks(explanation);
    source.checkAny(explanation.chunks + explanation.empty, explanation.damages);
    if (explanation.chunks == 0) {
      throw new ToolException(
          source + " contains no chunk with records" + explanation.damages.first());
    }
    explanation.print(out);
    return explanation.damages.count() == 0;
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    int count = chunk.header().recordCount();
    if (count == 0) {
      empty++;
      return;
    }
    chunks++;
    records.add(count);
    bytes.add(chunk.length());
    headerBytes += chunk.length() - chunk.header().bodyLength();
    Accounting accounting = chunk.accounting();
    reasons.merge(accounting.closeReason(), 1L, Long::sum);
    if (accounting.hasTime()) {
      first = Math.min(first, accounting.firstTime() + accounting.clockOffset());
      last = Math.max(last, accounting.lastTime() + accounting.clockOffset());
    }
    parts.add(chunk);
  }

  @Override
  public void damaged(Damage damage) {
    damages.accept(damage);
  }

  private void print(PrintStream out) {
    out.println(source);
    out.println(
        "  %s with records, %s, %s, %s bytes per record"
            .formatted(
                Figures.count(chunks, "chunk"),
                Figures.count(records.sum(), "record"),
                Figures.bytes(bytes.sum()),
                Figures.digits(size(1).bytesPerRecord)));
    out.println();
    printReasons(out);
    out.println();
    Distribution.print("a chunk's", records, bytes, out);
    out.println();
    printAlternatives(out);
    out.println();
    out.println(advice());
    damages.print(out, "  ");
  }

  private void printReasons(PrintStream out) {
    new Columns<Map.Entry<Integer, Long>>()
        .with("closed by", reason -> label(reason.getKey()))
        .with(">chunks", reason -> Figures.count(reason.getValue()))
        .with(">share", reason -> Figures.percent(reason.getValue(), chunks))
        .print(
            reasons.entrySet().stream()
                .sorted(Comparator.comparingLong(reason -> -reason.getValue()))
                .toList(),
            out,
            "  ");
  }

  private static String label(int reason) {
    return reason == 0 ? "not reported" : CloseReason.label(reason);
  }

  private void printAlternatives(PrintStream out) {
    new Columns<Size>()
        .with("with chunks", Size::name)
        .with(">records", size -> Figures.digits(size.records))
        .with(">bytes/record", size -> Figures.digits(size.bytesPerRecord))
        .with(">headers", size -> Figures.percent(header(), size.bytes()))
        .with(">strings and types", size -> Figures.percent(size.once, size.bytes()))
        .with(">chunks/s", size -> rate(size.factor))
        .print(List.of(size(0.5), size(1), size(2)), out, "  ");
    out.println(
        "  * estimated: a header for each chunk, and strings and types as they recur in chunks");
  }

  private String rate(double factor) {
    return seconds() > 0 ? Figures.digits(chunks / seconds() / factor) : "–";
  }

  /** Average chunk at a multiple of its size. */
  private record Size(double factor, double records, double once, double bytesPerRecord) {
    String name() {
      return factor == 1 ? "as they are" : factor < 1 ? "half as large*" : "twice as large*";
    }

    double bytes() {
      return bytesPerRecord * records;
    }
  }

  private Size size(double factor) {
    double count = (double) records.sum() / chunks;
    double once = parts.onceBytes();
    // The rest grows with the records: packing them better in large chunks is not reckoned with.
    double rest = (double) bytes.sum() / chunks - header() - once;
    double onceThen =
        factor == 1 ? once : factor > 1 ? once * parts.growth() : once / parts.growth();
    double total = header() + onceThen + rest * factor;
    return new Size(factor, count * factor, onceThen, total / (count * factor));
  }

  private double header() {
    return (double) headerBytes / chunks;
  }

  private double seconds() {
    return first < last ? (last - first) / 1e9 : 0;
  }

  private String advice() {
    double now = size(1).bytesPerRecord;
    double saved = 1 - size(2).bytesPerRecord / now;
    double paid = size(0.5).bytesPerRecord / now - 1;
    String more =
        "saves about " + Figures.percent(saved, 1) + " of the bytes and half of the messages";
    if (saved < WORTH && paid < WORTH) {
      return ("The size of chunks hardly matters here: half of it costs %s, twice saves %s of "
              + "the bytes; choose any delay.")
          .formatted(Figures.percent(paid, 1), Figures.percent(saved, 1));
    }
    if (saved < WORTH) {
      return ("Chunks are large enough: twice the size saves less than %s of the bytes, half "
              + "costs %s more.")
          .formatted(Figures.percent(WORTH, 1), Figures.percent(paid, 1));
    }
    int main = reasons.entrySet().stream().max(Map.Entry.comparingByValue()).get().getKey();
    boolean isKnown = main >= 1 && main <= CloseReason.values().length;
    String form =
        switch (isKnown ? CloseReason.values()[main - 1] : CloseReason.DROPS) {
          case RECORDS -> "Most chunks are full: chunk.records=" + 2 * records.median() + " %s.";
          case BYTES -> "Most chunks have their maximum size in bytes: twice chunk.bytes %s.";
          case AGE ->
              "Most chunks close by age before they are full: twice the delay %s, more"
                  + " chunk.records would change nothing.";
          case FLUSH -> "Most chunks are closed by flush: half as many calls of it %s.";
          case CLOSE, DROPS -> "Chunks twice as large would be better: that %s.";
        };
    return form.formatted(more);
  }
}
