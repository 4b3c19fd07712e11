package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a JVM wrote about its compilations and its garbage collections. */
record JvmLog(Path folder) {
  private static final String NAME = "jvm.log";

  /** Of a compilation, which begins with its number, or of a pause. */
  private static final Pattern LINE =
      Pattern.compile("\\[(\\d+)ns] +(?:\\d+ .*|(GC\\(\\d+\\) Pause) .*)");

  /**
   * Something that the JVM did.
   *
   * @param nanos when, since the start of the JVM
   * @param collection whether it was a pause for garbage; else a method was compiled
   */
  record Event(long nanos, boolean collection) {}

  /** The option that makes a JVM write it. */
  static String option(Path folder) {
    return "-Xlog:gc,jit+compilation=debug:file="
        + folder.resolve(NAME)
        + ":uptimenanos:filecount=0";
  }

  List<Event> events() throws IOException {
    List<Event> events = new ArrayList<>();
    try (Stream<String> lines = Files.lines(folder.resolve(NAME))) {
      lines.map(LINE::matcher).filter(Matcher::matches).forEach(line -> events.add(event(line)));
    }
    return events;
  }

  private static Event event(Matcher line) {
    return new Event(Long.parseLong(line.group(1)), line.group(2) != null);
  }
}
