package dev.sluice.tools.recordings;

import dev.sluice.tools.Notices;
import dev.sluice.tools.format.Csv;
import dev.sluice.tools.format.JsonLines;
import dev.sluice.tools.format.PlainText;
import dev.sluice.tools.format.RecordFormat;
import dev.sluice.tools.format.TextOutput;

/**
 * Selection and form of records that are written as text.
 *
 * @param type the only record type, with or without its version; null for all
 * @param bare whether producers are left out
 * @param longAsString whether JSON has 64-bit integers as strings
 * @param mostOfChunk bytes of a chunk's text behind which no record is begun
 */
public record RecordText(String type, boolean bare, boolean longAsString, long mostOfChunk) {
  /** Formats of a record. */
  public enum Form {
    /** Text for people. */
    text,
    /** One JSON object per line. */
    jsonl,
    /** RFC 4180, for one record type. */
    csv
  }

  /** Tells which records are wanted; keeps whether there was one. */
  public TypeFilter filter() {
    return new TypeFilter(type);
  }

  /** Returns one JSON object a record. */
  public RecordFormat json(TextOutput out) {
    return bare ? new JsonLines(out, longAsString) : JsonLines.safe(out, longAsString);
  }

  /**
   * Returns a printer for records of a source.
   *
   * @param most records to print
   * @param notices receives the first chunks whose text is too long
   */
  public RecordPrinter printer(
      Form form, SourceSpec from, TextOutput out, long most, Notices notices) {
    RecordFormat format =
        switch (form) {
          case text -> new PlainText(out);
          case jsonl -> json(out);
          case csv -> new Csv(out);
        };
    return new RecordPrinter(this, from, format, out, most, notices);
  }
}
