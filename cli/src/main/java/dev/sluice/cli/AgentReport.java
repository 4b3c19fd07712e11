package dev.sluice.cli;

import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Report of the agent at the end of its program.
 *
 * @param emitted records handed to the collector
 * @param acknowledged records that arrived
 * @param unconfirmed records sent without an answer
 * @param pending records that were still on their way
 * @param spilled records left in a spill directory
 * @param dropped records lost, by cause
 * @param chunks chunks sealed
 * @param bytes bytes of all sealed chunks
 * @param sampledOut traces that sampling refused
 * @param warnings what the agent warned of last, each once
 */
public record AgentReport(
    long emitted,
    long acknowledged,
    long unconfirmed,
    long pending,
    long spilled,
    Map<String, Long> dropped,
    long chunks,
    long bytes,
    long sampledOut,
    List<String> warnings) {
  private static final String DROPPED = "dropped.";
  private static final String WARNING = "warning.";
  private static final int MAX_WARNINGS = 5;

  /** Reads the report, or null if the agent left none. */
  public static AgentReport read(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return null;
    }
    Properties p = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      p.load(reader);
    }
    return of(p);
  }

  /** Creates a report from the properties that the agent wrote. */
  static AgentReport of(Properties p) {
    Map<String, Long> dropped = new TreeMap<>();
    for (String key : p.stringPropertyNames()) {
      if (key.startsWith(DROPPED) && number(p, key) != 0) {
        dropped.put(key.substring(DROPPED.length()), number(p, key));
      }
    }
    return new AgentReport(
        number(p, "emitted"),
        number(p, "acknowledged"),
        number(p, "unconfirmed"),
        number(p, "pending"),
        number(p, "spilled"),
        dropped,
        number(p, "chunks"),
        number(p, "bytes"),
        number(p, "sampled.out"),
        p.stringPropertyNames().stream()
            .filter(key -> key.startsWith(WARNING))
            .sorted()
            .map(p::getProperty)
            .toList());
  }

  private static long number(Properties p, String key) {
    return Long.parseLong(p.getProperty(key, "0").trim());
  }

  /** Returns all records lost. */
  public long droppedTotal() {
    return dropped.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns whether every emitted record is in exactly one place. */
  public boolean balanced() {
    return emitted == acknowledged + unconfirmed + pending + spilled + droppedTotal();
  }

  /**
   * Returns the counts in one line: {@code 12 records emitted, 12 delivered, 0 dropped; 2 chunks,
   * 1.2 KiB}.
   */
  String line() {
    String doubt = unconfirmed == 0 ? "" : ", " + Figures.count(unconfirmed) + " unconfirmed";
    String sampling =
        sampledOut == 0 ? "" : "; " + Figures.count(sampledOut, "trace") + " sampled out";
    return String.format(
        Locale.ROOT,
        "%s emitted, %,d delivered%s, %,d dropped; %s, %s%s",
        Figures.count(emitted, "record"),
        acknowledged,
        doubt,
        droppedTotal(),
        Figures.count(chunks, "chunk"),
        Figures.bytes(bytes),
        sampling);
  }

  /** Returns a line for each of the last warnings; and one of how many more there are, if any. */
  List<String> warningLines() {
    int more = Math.max(0, warnings.size() - MAX_WARNINGS);
    Stream<String> last = warnings.stream().skip(more).map(text -> "warning: " + oneLine(text));
    Stream<String> others =
        more == 0
            ? Stream.of()
            : Stream.of(
                "and " + Figures.count(more, "warning") + " before; --option log=FILE keeps all");
    return Stream.concat(last, others).toList();
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
