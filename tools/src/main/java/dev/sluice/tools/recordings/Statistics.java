package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.Audit;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.format.PerType;
import dev.sluice.tools.format.SafeText;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Counts, sizes and rates of a recording, by record type and by producer. For one thread. */
public final class Statistics {
  /** Rows of a table at most; further types and producers are in one row. */
  private static final int MAX_ROWS = 4096;

  private static final String OTHERS = "others";

  private final Map<String, Type> byName = new HashMap<>();
  private final PerType<Type> perType = new PerType<>(this::named);
  private final Map<String, Span> perProducer = new LinkedHashMap<>();
  private final Distribution records = new Distribution();
  private final Distribution bytes = new Distribution();
  private final ProducerAttributes attributes = new ProducerAttributes();
  private final Span all = new Span(null);
  private final DamageList damages = new DamageList();
  private final Instant since;
  private Audit audit;

  private Statistics(Instant since) {
    this.since = since;
  }

  /**
   * Reads a source to its end.
   *
   * @throws ToolException if it holds no chunk
   */
  public static Statistics of(SourceSpec source) throws IOException {
    Statistics statistics = new Statistics(source.since());
    statistics.audit =
        source.readAndTell(
            (cursor, chunk) -> statistics.perType.of(cursor.type()).records++,
            statistics::chunk,
            statistics.damages);
    return statistics;
  }

  /** Returns what arrived, and what is missing. */
  public Audit audit() {
    return audit;
  }

  /** Records of a type, by its name with its version. */
  public Map<String, Long> recordsPerType() {
    Map<String, Long> records = new TreeMap<>();
    byName.forEach((name, type) -> records.put(name, type.records));
    return records;
  }

  /** A record type, or several that have the same name and version. */
  private static final class Type {
    private int fields;
    private long records;
  }

  private Type named(RecordType type) {
    Type counts = entry(byName, type.qualifiedName(), Type::new);
    counts.fields = type.fields().size();
    return counts;
  }

  private static <T> T entry(Map<String, T> rows, String key, Supplier<T> maker) {
    String row = rows.size() < MAX_ROWS || rows.containsKey(key) ? key : OTHERS;
    return rows.computeIfAbsent(row, absent -> maker.get());
  }

  /** Chunks, records and bytes, and the time that the records span. */
  private static final class Span {
    private final String name;
    private long chunks;
    private long records;
    private long bytes;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    Span(String name) {
      this.name = name == null ? "–" : SafeText.word(name);
    }

    void add(Chunk chunk) {
      Accounting accounting = chunk.accounting();
      chunks++;
      records += chunk.header().recordCount();
      bytes += chunk.length();
      if (accounting.hasTime()) {
        first = Math.min(first, accounting.firstTime() + accounting.clockOffset());
        last = Math.max(last, accounting.lastTime() + accounting.clockOffset());
      }
    }

    boolean isTimed() {
      return first < last;
    }

    double seconds() {
      return (last - first) / 1e9;
    }

    String rate() {
      return isTimed() ? Figures.count(Math.round(records / seconds())) : "–";
    }

    String density() {
      return records == 0 ? "–" : Figures.digits((double) bytes / records);
    }
  }

  private void chunk(Chunk chunk) {
    Accounting accounting = chunk.accounting();
    entry(perProducer, accounting.producer(), () -> new Span(accounting.producerName())).add(chunk);
    attributes.add(chunk);
    all.add(chunk);
    records.add(chunk.header().recordCount());
    bytes.add(chunk.length());
  }

  /** Prints all as tables; each line begins with two blanks. */
  public void print(PrintStream out) {
    out.println(
        "  records  " + Figures.count(all.records) + " in " + Figures.count(all.chunks, "chunk"));
    out.println(
        "  size     " + Figures.bytes(all.bytes) + ", " + all.density() + " bytes per record");
    if (all.isTimed()) {
      out.printf(
          "  time     %s to %s, %s%n",
          Instants.millis(all.first),
          Instants.millis(all.last),
          Figures.nanos(all.last - all.first));
      out.println("  rate     " + all.rate() + " records per second");
    }
    out.println(
        "  audit    "
            + (since == null
                ? Verdict.of(audit)
                : "not possible for a part of the chunks (since " + since + ")"));
    out.println();
    printTypes(out);
    if (all.chunks > 0) {
      out.println();
      Distribution.print("per chunk", records, bytes, out);
      out.println();
      printProducers(out);
      attributes.print(out);
    }
    damages.print(out, "  ");
  }

  private void printTypes(PrintStream out) {
    new Columns<Map.Entry<String, Type>>()
        .with("~type", Map.Entry::getKey)
        .with(">records", type -> Figures.count(type.getValue().records))
        .with(">share", type -> Figures.percent(type.getValue().records, all.records))
        .with(">fields", type -> Figures.count(type.getValue().fields))
        .print(
            byName.entrySet().stream()
                .sorted(Comparator.comparingLong(type -> -type.getValue().records))
                .toList(),
            out,
            "  ");
  }

  private void printProducers(PrintStream out) {
    new Columns<Map.Entry<String, Span>>()
        .with("~producer", Map.Entry::getKey)
        .with("~name", span -> span.getValue().name)
        .with(">chunks", span -> Figures.count(span.getValue().chunks))
        .with(">records", span -> Figures.count(span.getValue().records))
        .with("?>bytes", span -> Figures.count(span.getValue().bytes))
        .with(">bytes/record", span -> span.getValue().density())
        .with(">records/s", span -> span.getValue().rate())
        .print(List.copyOf(perProducer.entrySet()), out, "  ");
  }
}
