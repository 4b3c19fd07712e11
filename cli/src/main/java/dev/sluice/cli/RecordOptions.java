package dev.sluice.cli;

import dev.sluice.api.config.Key;
import dev.sluice.cli.format.Csv;
import dev.sluice.cli.format.JsonLines;
import dev.sluice.cli.format.PlainText;
import dev.sluice.cli.format.RecordFormat;
import dev.sluice.cli.format.TextOutput;
import java.io.PrintStream;
import picocli.CommandLine.Option;

/** Which records are printed, and in which form: the options of commands that print records. */
public final class RecordOptions {
  static final String CHUNK_TEXT = "--chunk-text";

  private static final String MOST_TEXT = "64MiB";
  private static final Key<Long> TEXT_BYTES =
      Key.bytes("chunk.text", null, 1, Long.MAX_VALUE, "Text of a chunk.").named(CHUNK_TEXT);

  @Option(
      names = {"-t", "--type"},
      paramLabel = "NAME",
      description = "Only this record type, with or without its version.")
  private String type;

  @Option(
      names = "--long-as-string",
      description =
          "jsonl: write 64-bit integers as strings, for readers whose numbers are doubles.")
  private boolean longAsString;

  @Option(
      names = "--bare",
      description = {
        "Records alone, without their producers; as jsonl the very form that",
        "the container's specification defines."
      })
  private boolean bare;

  @Option(
      names = CHUNK_TEXT,
      paramLabel = "SIZE",
      description = {
        "Prints at most about SIZE of text for a chunk, because 2 KiB can",
        "stand for 6 TB (default: " + MOST_TEXT + ")."
      })
  private String chunkText;

  /** How a record is written. */
  public enum Form {
    /** For people. */
    text,
    /** One JSON object a line. */
    jsonl,
    /** RFC 4180, for one record type. */
    csv
  }

  /** Whether any of the options was given. */
  public boolean any() {
    return type != null || longAsString || bare || chunkText != null;
  }

  /**
   * What prints records of a source there.
   *
   * @param most records to print
   * @param err where chunks are told of whose text is too long
   */
  public RecordPrinter printer(Form form, Source from, TextOutput out, long most, PrintStream err) {
    RecordFormat format =
        switch (form) {
          case text -> new PlainText(out);
          case jsonl -> bare ? new JsonLines(out, longAsString) : JsonLines.safe(out, longAsString);
          case csv -> new Csv(out);
        };
    long mostOfChunk = TEXT_BYTES.parse(chunkText == null ? MOST_TEXT : chunkText);
    return new RecordPrinter(from, format, out, new TypeFilter(type), bare, most, mostOfChunk, err);
  }
}
