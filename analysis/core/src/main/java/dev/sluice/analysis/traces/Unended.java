package dev.sluice.analysis.traces;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Producers without an end, of which the last records are missing if they were killed: what they
 * may have done for a request. For one thread.
 */
final class Unended {
  private static final Pattern PROCESS = Pattern.compile("@[^@]*:\\d+$");

  private final Map<Long, Producer> byId = new TreeMap<>(Long::compareUnsigned);
  private final long timeout;

  /** How long one that has no successor may have lived after its last records. */
  Unended(long timeoutNanos) {
    timeout = timeoutNanos;
  }

  /** What is known of one. */
  private static final class Producer {
    private long id;
    private String name;
    private String program;
    private long begin = Long.MAX_VALUE;
    private long from = Long.MAX_VALUE;
    private Long death;
  }

  /** Takes what a trace tells of its producer. */
  void add(Trace trace) {
    Producer of = producer(trace.producer, trace.producerName);
    of.begin = Math.min(of.begin, trace.since);
  }

  /** A producer has no end, and its records may be missing from that time on. */
  void add(long producer, String name, long from) {
    producer(producer, name).from = from;
  }

  private Producer producer(long id, String name) {
    Producer of = byId.get(id);
    if (of == null) {
      of = new Producer();
      of.id = id;
      of.name = name;
      // Without host and process, which a name has that nobody gave.
      of.program = name == null ? "" : PROCESS.matcher(name).replaceFirst("");
      byId.put(id, of);
    }
    return of;
  }

  /** Whether records of the time in which a trace ran may be missing. */
  boolean mayLack(Trace trace) {
    Producer of = byId.get(trace.producer);
    return of != null && of.from <= trace.until;
  }

  /**
   * Whether another one of the program that worked for a message may have done that before, and is
   * gone.
   *
   * @param sent when
   */
  boolean mayHaveHandled(long sent, List<Trace> known) {
    long came = known.stream().mapToLong(one -> one.since).max().orElse(sent);
    Set<Long> producers = known.stream().map(one -> one.producer).collect(Collectors.toSet());
    Set<String> programs = new HashSet<>();
    producers.forEach(one -> programs.add(byId.get(one).program));
    return between(sent, came)
        .anyMatch(one -> !producers.contains(one.id) && programs.contains(one.program));
  }

  /** Those that may have lived while some of these ran, and whose records of then may be lost. */
  List<Request.Open> around(List<Trace> traces) {
    return between(
            traces.stream().mapToLong(one -> one.since).min().orElse(0),
            traces.stream().mapToLong(one -> one.until).max().orElse(0))
        .map(one -> new Request.Open(one.id, one.name, one.from))
        .toList();
  }

  private Stream<Producer> between(long begin, long end) {
    return byId.values().stream().filter(one -> one.from <= end && begin <= death(one));
  }

  /** The latest time at which it may have died: when the next of its program began. */
  private long death(Producer gone) {
    if (gone.death == null) {
      gone.death =
          byId.values().stream()
              .filter(one -> one.program.equals(gone.program))
              .mapToLong(one -> one.begin)
              .filter(begin -> begin > gone.from)
              .min()
              .orElse(Long.MAX_VALUE);
      gone.death = Math.min(gone.death, Math.max(gone.from, gone.from + timeout));
    }
    return gone.death;
  }
}
