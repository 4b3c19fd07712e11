package dev.sluice.benchmarks.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The results for people and for programs. */
final class CodecReport {
  private static final String NOTHING = "-";

  private CodecReport() {}

  /** What is measured, where and how. */
  static void head(Effort effort, Path data, PrintStream out) {
    out.println(
        "Java "
            + System.getProperty("java.vm.version")
            + " on "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch")
            + ", "
            + Figures.count(Runtime.getRuntime().availableProcessors(), "processor"));
    out.println(
        "Each serializer has its own JVM for a set ("
            + String.join(" ", CodecProcess.options())
            + ") and one thread.");
    out.println(
        "Every chunk is decoded and compared once. After a warm-up until its rates are stable each takes");
    out.println(
        effort.rounds()
            + " rounds of "
            + effort.millis()
            + " ms, in turns; medians of processor time and garbage pauses.");
    if (data == null) {
      out.println("Without --data DIR: no recorded logs, only the set that is generated.");
    }
    out.flush();
  }

  /** A set's results in one table, with ratios to the baseline's cell of the same chunk size. */
  static void print(List<CodecResult> results, PrintStream out) {
    CodecResult any = results.get(0);
    out.println();
    out.println(any.set() + ": " + Figures.count(any.set().records(), "record"));
    Table table =
        new Table(
            "serializer",
            ">chunk",
            ">B/record",
            ">no static",
            ">acc./chunk",
            ">encode M/s",
            ">x kieker",
            ">decode M/s",
            ">x kieker",
            ">alloc. encode",
            ">decode");
    for (CodecResult result : results) {
      table.row(
          result.subject().toString(),
          Figures.count(result.chunkRecords()),
          decimals(result.bytesPerRecord(), 2),
          decimals(result.bytesPerRecordWithoutStaticTable(), 2),
          decimals(result.accountingBytesPerChunk(), 1),
          decimals(result.encoding().rate() / 1e6, 1),
          ratio(result, results, cell -> cell.encoding().rate()),
          decimals(result.decoding().rate() / 1e6, 1),
          ratio(result, results, cell -> cell.decoding().rate()),
          decimals(result.encoding().allocation(), 2),
          decimals(result.decoding().allocation(), 2));
    }
    table.print(out, "  ");
    out.flush();
  }

  private static String ratio(
      CodecResult of, List<CodecResult> all, ToDoubleFunction<CodecResult> rate) {
    return all.stream()
        .filter(cell -> cell.subject().isBaseline() && cell.chunkRecords() == of.chunkRecords())
        .mapToDouble(rate)
        .map(baseline -> rate.applyAsDouble(of) / baseline)
        .filter(Double::isFinite)
        .mapToObj(ratio -> decimals(ratio, 2))
        .findFirst()
        .orElse(NOTHING);
  }

  private static String decimals(Double value, int digits) {
    return value == null ? NOTHING : String.format(Locale.ROOT, "%,." + digits + "f", value);
  }

  /** The fields of one result. */
  static void write(CodecResult result, JsonGenerator json) throws IOException {
    json.writeStringField("set", result.set().toString());
    json.writeStringField("serializer", result.subject().serializer());
    json.writeStringField("compression", result.subject().compression());
    json.writeBooleanField("default", result.subject().isDefault());
    json.writeNumberField("chunkRecords", result.chunkRecords());
    json.writeNumberField("records", result.set().records());
    JsonRows.number("bytesPerRecord", result.bytesPerRecord(), 4, json);
    JsonRows.number("accountingBytesPerChunk", result.accountingBytesPerChunk(), 2, json);
    JsonRows.number(
        "bytesPerRecordWithoutStaticTable", result.bytesPerRecordWithoutStaticTable(), 4, json);
    JsonRows.number("encodeRecordsPerSecond", result.encoding().rate(), 0, json);
    JsonRows.number("decodeRecordsPerSecond", result.decoding().rate(), 0, json);
    JsonRows.number("allocatedBytesPerRecord", result.encoding().allocation(), 3, json);
  }
}
