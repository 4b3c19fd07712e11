package dev.sluice.tools.convert;

import dev.sluice.api.config.Options;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Turns logs of Kieker, JSON lines, CSV and flight recordings into chunks, and chunks into logs of
 * Kieker.
 */
public final class Conversion {
  private static final String KIEKER = "kieker:";
  private static final String KIEKER_CHUNKS = "kieker-chunks:";

  private Conversion() {}

  /**
   * Reads a source to its end.
   *
   * @param from a log or chunks of Kieker, a file .jsonl, .csv or .jfr, or any source of chunks
   * @param options of a source of chunks; those in its text override them
   * @param to a new file of chunks, {@code kieker:DIRECTORY}, {@code kieker-chunks:FILE}, or the
   *     URI of a sink
   * @param chunkRecords records of a chunk, 1 to 65,536
   * @param type of records whose source does not name it, or null
   * @param time the field of CSV and JSON lines with the record time, or null
   * @param encoding of CSV, JSON lines and text logs of Kieker; null for UTF-8, or UTF-16 behind
   *     its byte order mark
   * @param times that are converted, of a source of chunks
   * @return what was converted, and what not and why
   * @throws ToolException if the source holds no record, or the target is there or part of it
   */
  public static ConvertReport run(
      String from,
      Options options,
      String to,
      int chunkRecords,
      String type,
      String time,
      Charset encoding,
      SourceSpec.Times times,
      Notices notices)
      throws IOException {
    Compaction.checkRecords(chunkRecords);
    ConvertReport report = new ConvertReport(notices, encoding);
    RecordSource source = foreign(from, type, time);
    if (source == null) {
      source = new ChunkSource(SourceSpec.of(from, options, false, times, notices));
    } else if (!times.equals(SourceSpec.Times.ALL)) {
      throw new ToolException(
          "--from and --until need a source of chunks, which " + from + " is not");
    }
    try (RecordTarget target = target(to, source, chunkRecords, report)) {
      source.read(target, report);
      if (report.records() == 0) {
        throw new ToolException(from + " contains no record" + report.firstLoss());
      }
      target.commit();
      return report;
    } finally {
      notices.clear();
    }
  }

  private static RecordTarget target(
      String to, RecordSource source, int chunkRecords, ConvertReport report) throws IOException {
    if (to.startsWith(KIEKER)) {
      return new KiekerTextTarget(Path.of(to.substring(KIEKER.length())), report);
    }
    if (to.startsWith(KIEKER_CHUNKS)) {
      return new KiekerContainerTarget(
          Path.of(to.substring(KIEKER_CHUNKS.length())), chunkRecords, report);
    }
    List<SourceSpec> read =
        source instanceof ChunkSource chunks ? List.of(chunks.source()) : List.of();
    return new ChunkTarget(to, read, chunkRecords, new Options(Map.of()), report);
  }

  /** Returns a source of something else than chunks, or null. */
  private static RecordSource foreign(String from, String type, String time) throws IOException {
    if (from.startsWith(KIEKER)) {
      return new KiekerLog(Path.of(from.substring(KIEKER.length())));
    }
    if (from.startsWith(KIEKER_CHUNKS)) {
      return new KiekerContainer(Path.of(from.substring(KIEKER_CHUNKS.length()))).checked();
    }
    Path path = path(from);
    if (path == null) {
      return null;
    }
    if (KiekerLog.isAt(path)) {
      return new KiekerLog(path);
    }
    if (KiekerContainer.isAt(path)) {
      return new KiekerContainer(path);
    }
    if (from.endsWith(".jfr")) {
      return new JfrSource(path);
    }
    if (from.endsWith(".jsonl")) {
      return new JsonLinesSource(path, type, time);
    }
    return from.endsWith(".csv") ? CsvSource.of(path, type, time) : null;
  }

  /** Returns the path of something that is there, or null. */
  private static Path path(String text) {
    try {
      Path path = Path.of(text);
      return Files.exists(path) ? path : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
