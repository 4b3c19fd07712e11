package dev.sluice.benchmarks.rate;

import dev.sluice.benchmarks.frame.Cell;
import java.util.List;

/**
 * What a cell of the experiment measures.
 *
 * @param who {@link #ALONE}, {@link #SLUICE}, {@link #KIEKER} or {@link #KIEKER_BYPASS}
 * @param serializer {@link #RECORD} for one record a message without a collector
 * @param size records a chunk
 * @param compression {@link #NONE} if there is none
 */
record RateCase(String who, String serializer, int size, String compression) {
  /** The harness without anybody who takes its records. */
  static final String ALONE = "emitter alone";

  static final String SLUICE = "sluice";

  /** Behind its queue, as it comes. */
  static final String KIEKER = "kieker";

  /** Called by the emitting thread itself. */
  static final String KIEKER_BYPASS = "kieker-bypass";

  static final String BINARY = "binary";
  static final String RECORD = "record";
  static final String NONE = "none";

  static RateCase alone() {
    return new RateCase(ALONE, "-", 0, "-");
  }

  /** Kieker, one message a record: the infrastructure before 2017. */
  static RateCase record(String kieker) {
    return new RateCase(kieker, RECORD, 1, NONE);
  }

  /** Kieker's collector. */
  static RateCase chunks(String kieker, int size) {
    return new RateCase(kieker, BINARY, size, NONE);
  }

  static RateCase sluice(int size) {
    return new RateCase(SLUICE, BINARY, size, NONE);
  }

  boolean isKieker() {
    return who.equals(KIEKER) || isBypass();
  }

  boolean isBypass() {
    return who.equals(KIEKER_BYPASS);
  }

  boolean isRecord() {
    return serializer.equals(RECORD);
  }

  Cell cell() {
    String chunk = size == 0 ? "-" : Integer.toString(size);
    return Cell.of(
        "subject", who, "serializer", serializer, "compression", compression, "chunk", chunk);
  }

  /** As arguments of a program. */
  List<String> words() {
    return List.of(who, serializer, Integer.toString(size), compression);
  }

  /** The reverse of {@link #words}. */
  static RateCase of(List<String> words) {
    return new RateCase(words.get(0), words.get(1), Integer.parseInt(words.get(2)), words.get(3));
  }
}
