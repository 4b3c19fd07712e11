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
  public static final String CHUNK_TEXT = "--chunk-text";

  private static final String MOST_TEXT = "64MiB";
  private static final String MOST_MESSAGES = "1GiB";
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
        "At most about SIZE of text for a chunk, because 2 KiB can",
        "stand for 6 TB (default: " + MOST_TEXT + ", explode: " + MOST_MESSAGES + ")."
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

  /** Whether 64-bit integers are to be strings. */
  public boolean isLongAsString() {
    return longAsString;
  }

  /** Whether records are to be without their producers. */
  public boolean isBare() {
    return bare;
  }

  /** Which records are wanted. */
  public TypeFilter filter() {
    return new TypeFilter(type);
  }

  /** One JSON object a record. */
  public RecordFormat json(TextOutput out) {
    return bare ? new JsonLines(out, longAsString) : JsonLines.safe(out, longAsString);
  }

  /** Bytes of a chunk's messages behind which no record is begun. */
  public long mostOfMessages() {
    return mostOfChunk(MOST_MESSAGES);
  }

  private long mostOfChunk(String otherwise) {
    return TEXT_BYTES.parse(chunkText == null ? otherwise : chunkText);
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
          case jsonl -> json(out);
          case csv -> new Csv(out);
        };
    return new RecordPrinter(from, format, out, filter(), bare, most, mostOfChunk(MOST_TEXT), err);
  }
}
