package dev.sluice.tools.tune;

import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a setting is judged by; less is better. Times are in nanoseconds. */
public enum Measure {
  /** Half of the records wait less from emit until the reader hands their chunk out. */
  P50("p50", "delay p50"),
  /** 99 of 100 records wait less. */
  P99("p99", "delay p99"),
  /** Bytes that the sink gets for a record, headers of chunks included. */
  BYTES("bytes", "bytes per record"),
  /** Processor time of collector, raw writer and raw reader for a record. */
  CPU("cpu", "CPU per record"),
  /** Chunks that the sink gets in a second. */
  MESSAGES("messages", "messages per second");

  /** How it is called in a goal, in JSON and as an option's value. */
  final String word;

  /** How it is called in a sentence. */
  final String title;

  Measure(String word, String title) {
    this.word = word;
    this.title = title;
  }

  /** The measure of that name, or a line that lists them all. */
  public static Measure named(String text) {
    return Arrays.stream(values())
        .filter(measure -> measure.word.equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> new ToolException("unknown measure '" + text + "' (known: " + words() + ")"));
  }

  private static String words() {
    return Arrays.stream(values()).map(measure -> measure.word).collect(Collectors.joining(", "));
  }

  boolean isTime() {
    return this == P50 || this == P99 || this == CPU;
  }

  /** A value with its unit. */
  String print(double value) {
    return isTime() ? Figures.nanos(value) : Figures.digits(value);
  }
}
