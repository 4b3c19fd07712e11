package dev.sluice.benchmarks.codec;

import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.pages.Point;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The results for people and for programs. */
final class CodecReport {
  private static final String NOTHING = "-";

  private CodecReport() {}

  /** What is measured, where and how. */
  static List<String> notes(Effort effort, Path data) {
    return Stream.of(
            "Each serializer has its own JVM for a set ("
                + String.join(" ", CodecProcess.options())
                + ") and one thread.",
            "Every chunk is decoded and compared once. After a warm-up until its rates are stable"
                + " each takes",
            effort.rounds()
                + " rounds of "
                + effort.millis()
                + " ms, in turns; medians of processor time and garbage pauses.",
            data == null
                ? "Without --data DIR: no recorded logs, only the set that is generated."
                : "")
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /** A set's results in one table, with ratios to the baseline's cell of the same chunk size. */
  static void print(List<CodecResult> results, PrintStream out) {
    CodecResult any = results.get(0);
    out.println();
    out.println(any.set() + ": " + Figures.count(any.set().records(), "record"));
    Section.of(
            "Results",
            results,
            new Columns<CodecResult>()
                .with("serializer", result -> result.subject().toString())
                .with(">chunk", result -> Figures.count(result.chunkRecords()))
                .with(">B/record", result -> median(result, CodecResult.BYTES, 2))
                .with(">no static", result -> median(result, CodecResult.WITHOUT_STATIC, 2))
                .with(">acc./chunk", result -> median(result, CodecResult.ACCOUNTING, 1))
                .with(">encode M/s", result -> median(result, CodecResult.ENCODE, 1))
                .with(">x kieker", result -> ratio(result, results, CodecResult.ENCODE))
                .with(">decode M/s", result -> median(result, CodecResult.DECODE, 1))
                .with(">x kieker", result -> ratio(result, results, CodecResult.DECODE))
                .with(">columns M/s", result -> median(result, CodecResult.COLUMNS, 1))
                .with(">two fields", result -> median(result, CodecResult.TWO_FIELDS, 1))
                .with(">alloc. encode", result -> median(result, CodecResult.ENCODE_ALLOCATION, 2))
                .with(">decode", result -> median(result, CodecResult.DECODE_ALLOCATION, 2)))
        .printRows(out);
  }

  private static String ratio(CodecResult of, List<CodecResult> all, Metric metric) {
    return all.stream()
        .filter(cell -> cell.subject().isBaseline() && cell.chunkRecords() == of.chunkRecords())
        .map(baseline -> of.median(metric) / baseline.median(metric))
        .filter(Double::isFinite)
        .map(ratio -> decimals(ratio, 2))
        .findFirst()
        .orElse(NOTHING);
  }

  private static String median(CodecResult result, Metric metric, int digits) {
    return decimals(result.median(metric), digits);
  }

  private static String decimals(Double value, int digits) {
    return value == null ? NOTHING : String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  /** The fields of one result. */
  static JsonObject json(CodecResult result) {
    JsonObject row =
        new JsonObject()
            .put("set", result.set().toString())
            .put("serializer", result.subject().serializer())
            .put("compression", result.subject().compression())
            .put("default", result.subject().isDefault())
            .put("chunkRecords", result.chunkRecords())
            .put("records", result.set().records())
            .put("bytesPerRecord", figure(result, CodecResult.BYTES, 4))
            .put("accountingBytesPerChunk", figure(result, CodecResult.ACCOUNTING, 2))
            .put("bytesPerRecordWithoutStaticTable", figure(result, CodecResult.WITHOUT_STATIC, 4))
            .put("encodeRecordsPerSecond", rate(result, CodecResult.ENCODE))
            .put("decodeRecordsPerSecond", rate(result, CodecResult.DECODE));
    if (result.subject().hasColumns()) {
      row.put("columnsRecordsPerSecond", rate(result, CodecResult.COLUMNS))
          .put("twoFieldsRecordsPerSecond", rate(result, CodecResult.TWO_FIELDS));
    }
    return row.put("allocatedBytesPerRecord", figure(result, CodecResult.ENCODE_ALLOCATION, 3));
  }

  private static BigDecimal figure(CodecResult result, Metric metric, int digits) {
    return JsonRows.rounded(result.median(metric), digits);
  }

  private static BigDecimal rate(CodecResult result, Metric metric) {
    return JsonRows.rounded(1e6 * result.median(metric), 0);
  }

  /** Density and speed against the chunk size, each set by itself. */
  static void page(List<CodecResult> results, Page page) {
    for (RecordSet set : RecordSet.values()) {
      List<CodecResult> some = results.stream().filter(r -> r.set() == set).toList();
      if (!some.isEmpty()) {
        page.chart(chart(set, CodecResult.BYTES, some));
        page.chart(chart(set, CodecResult.ENCODE, some));
        page.chart(chart(set, CodecResult.DECODE, some));
      }
    }
  }

  private static Chart chart(RecordSet set, Metric metric, List<CodecResult> results) {
    Chart chart =
        Chart.of(
            set + ": " + metric.name(), Axis.log("records a chunk"), Axis.log(metric.toString()));
    results.stream()
        .map(CodecResult::subject)
        .distinct()
        .forEach(
            subject ->
                chart.line(
                    subject.toString(),
                    results.stream()
                        .filter(r -> r.subject().equals(subject))
                        .map(r -> Point.of(r.chunkRecords(), r.median(metric)))
                        .toList()));
    return chart;
  }
}
