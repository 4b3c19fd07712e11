package dev.sluice.cli;

import dev.sluice.api.config.Key;
import dev.sluice.tools.recordings.RecordPrinter;
import dev.sluice.tools.recordings.RecordText;
import picocli.CommandLine.Option;

/** Options of commands that print records: which ones, and in which form. */
public final class RecordOptions {

  private static final String DEFAULT_TEXT = "64MiB";
  private static final String DEFAULT_EXPLODE_TEXT = "1GiB";
  private static final Key<Long> TEXT_BYTES =
      Key.bytes("chunk.text", null, 1, Long.MAX_VALUE, "Text of a chunk.")
          .named(RecordPrinter.CHUNK_TEXT);

  @Option(
      names = {"-t", "--type"},
      paramLabel = "NAME",
      description = "Record type to keep, with or without its version (default: all).")
  private String type;

  @Option(
      names = "--long-as-string",
      description = {
        "In jsonl, write 64-bit integers as strings, for",
        "readers that use doubles."
      })
  private boolean longAsString;

  @Option(
      names = "--bare",
      description = {
        "Leave out the producer of each record. jsonl then has exactly the form",
        "of the container's specification."
      })
  private boolean bare;

  @Option(
      names = RecordPrinter.CHUNK_TEXT,
      paramLabel = "SIZE",
      description = {
        "Approximate maximum text per chunk, against chunks that expand to",
        "terabytes (default: " + DEFAULT_TEXT + ", explode: " + DEFAULT_EXPLODE_TEXT + ")."
      })
  private String chunkText;

  /** Returns whether a type is chosen. */
  public boolean hasType() {
    return type != null;
  }

  /** Returns whether an option was given that is about text. */
  public boolean hasForm() {
    return longAsString || bare || chunkText != null;
  }

  /** Returns what is to be written. */
  public RecordText text() {
    return text(DEFAULT_TEXT);
  }

  /** Returns the form of records as messages, whose limit of text per chunk is higher. */
  public RecordText messages() {
    return text(DEFAULT_EXPLODE_TEXT);
  }

  private RecordText text(String otherwise) {
    long most = TEXT_BYTES.parse(chunkText == null ? otherwise : chunkText);
    return new RecordText(type, bare, longAsString, most);
  }
}
