package dev.sluice.analysis.traces;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Which traces belong together, of those that came from another process or thread or went there:
 * four numbers for each, of {@value #MOST} at most. Tells which ones to look for when the sources
 * are read once more. For one thread.
 */
public final class RequestIndex implements TraceListener {
  /** So many of them fit at most. */
  public static final int MOST = 1 << 20;

  /** A request that has more traces is not looked for as a whole. */
  public static final int MOST_TRACES = 100_000;

  private static final int WORDS = 4;
  private static final int MOST_ROUNDS = 100;

  /** In place of the id of the W3C, where the trace of the same process is the parent. */
  private static final long LOCAL = 0;

  /** Producer, trace, the other trace or whether it is a link, and the request's id of the W3C. */
  private long[] words = new long[256];

  private final int most;
  private int size;
  private long forgotten;

  /** With room for {@value #MOST}. */
  public RequestIndex() {
    this(MOST);
  }

  /** With room for so many. */
  public RequestIndex(int most) {
    this.most = most;
  }

  @Override
  public void accept(Trace trace) {
    joined(trace);
  }

  @Override
  public void joined(Trace trace) {
    long last = LOCAL;
    for (Remote one : trace.remotes()) {
      long request = request(one.span());
      boolean isLink = one.kind() == Remote.Kind.LINK;
      if (isLink || request != last) {
        add(trace, isLink ? 1 : 0, request);
        last = isLink ? last : request;
      }
    }
    if (trace.hasParent()) {
      add(trace, trace.parentTrace(), LOCAL);
    }
  }

  /** A number of the request, never that of none. */
  private static long request(Remote.Span span) {
    long hash = new Remote.Span(span.high(), span.low(), 0).hash();
    return hash == LOCAL ? 1 : hash;
  }

  private void add(Trace trace, long other, long request) {
    add(trace.producer(), trace.id(), other, request);
  }

  private void add(long... link) {
    if (size == most) {
      forgotten++;
      return;
    }
    if (size * WORDS == words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    System.arraycopy(link, 0, words, size++ * WORDS, WORDS);
  }

  /** Adds what another partition has. */
  public void merge(RequestIndex other) {
    for (int at = 0; at < other.size * WORDS; at += WORDS) {
      add(Arrays.copyOfRange(other.words, at, at + WORDS));
    }
    forgotten += other.forgotten;
  }

  /** Links between traces that had no place, so that requests may lack some. */
  public long forgotten() {
    return forgotten;
  }

  /**
   * The traces that belong to requests with one of these traces, and traces that work for their
   * messages; empty if none of these requests left its process.
   */
  public Set<TraceId> around(Collection<Trace> traces) {
    Set<TraceId> ids = new HashSet<>();
    Set<Long> requests = new HashSet<>();
    traces.forEach(trace -> ids.add(TraceId.of(trace)));
    int before = -1;
    for (int i = 0; i < MOST_ROUNDS && ids.size() + requests.size() != before; i++) {
      before = ids.size() + requests.size();
      for (int at = 0; at < size * WORDS && ids.size() < MOST_TRACES; at += WORDS) {
        grow(at, ids, requests);
      }
    }
    for (int at = 0; at < size * WORDS && ids.size() < MOST_TRACES; at += WORDS) {
      if (words[at + 3] != LOCAL && words[at + 2] == 1 && requests.contains(words[at + 3])) {
        ids.add(new TraceId(words[at], words[at + 1]));
      }
    }
    return requests.isEmpty() ? Set.of() : ids;
  }

  private void grow(int at, Set<TraceId> ids, Set<Long> requests) {
    TraceId id = new TraceId(words[at], words[at + 1]);
    if (words[at + 3] == LOCAL) {
      TraceId parent = new TraceId(words[at], words[at + 2]);
      if (ids.contains(id) || ids.contains(parent)) {
        ids.add(id);
        ids.add(parent);
      }
    } else if (words[at + 2] == 0 && (ids.contains(id) || requests.contains(words[at + 3]))) {
      ids.add(id);
      requests.add(words[at + 3]);
    }
  }
}
