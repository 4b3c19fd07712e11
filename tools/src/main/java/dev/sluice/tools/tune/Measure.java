package dev.sluice.tools.tune;

import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Measures of a setting; less is better. Times are in nanoseconds. */
public enum Measure {
  /** Half of the records wait less from emit until the reader hands their chunk out. */
  P50("p50", "delay p50", Answer::p50Nanos),
  /** 99 of 100 records wait less. */
  P99("p99", "delay p99", Answer::p99Nanos),
  /** Bytes that the sink gets for a record, headers of chunks included. */
  BYTES("bytes", "bytes per record", Answer::bytes),
  /** Processor time of collector, raw writer and raw reader for a record. */
  CPU("cpu", "CPU per record", Answer::cpuNanos),
  /** Chunks that the sink gets in a second. */
  MESSAGES("messages", "messages per second", Answer::messages);

  /** Name in a goal, in JSON and as an option's value. */
  final String word;

  /** Name in a sentence. */
  final String title;

  /** Value of an answer. */
  final ToDoubleFunction<Answer> value;

  Measure(String word, String title, ToDoubleFunction<Answer> value) {
    this.word = word;
    this.title = title;
    this.value = value;
  }

  /** Returns the measure of that name, or a line that lists them all. */
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

  /** Returns how a column of a table is called that has it. */
  String column() {
    return this == CPU ? "CPU" : word;
  }

  boolean isTime() {
    return this == P50 || this == P99 || this == CPU;
  }

  /** Returns a value with its unit. */
  String print(double value) {
    return isTime() ? Figures.nanos(value) : Figures.digits(value);
  }
}
