package dev.sluice.analysis.traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the spans of one request, as OpenTelemetry's bridge records them, into traces as all else
 * knows them: each has the spans that one after the other ran within its first. What works for
 * another process, what overlaps with a span beside it or outlives the one around it begins a trace
 * of its own, which names where it was started. A trace's id is that of its first span. For one
 * thread.
 *
 * <p>A span is two records: begin, end, kind and whether its parent is in another process,
 * operation and whether it failed; id, parent's id, first half of the request's trace id, 0.
 */
final class SpanParts {
  /** Added to the kind if the parent is in another process. */
  static final int REMOTE_PARENT = 8;

  /** The kind of a span that calls another process. */
  static final int CLIENT = 3;

  /** The status of a span that failed. */
  static final int ERROR = 2;

  /** Words of a span. */
  private static final int SPAN = 2 * RecordPool.WORDS;

  private static final int PRODUCER = 4;
  private static final int NONE = -1;

  private final long[] block;
  private final long low;
  private final int count;
  private final Map<Long, Integer> byId = new HashMap<>();
  private final int[] firstChild;
  private final int[] nextSibling;
  private final boolean[] done;
  private final List<Part> parts = new ArrayList<>();

  /**
   * Spans that are a trace.
   *
   * @param id of the first
   * @param parent the trace that started it; its own id if that is not known
   * @param parentOrder the order there of the span around it
   * @param parentDepth how many were active there
   * @param block as {@link ExecutionTree} takes it
   * @param count of spans
   * @param missing how many are missing around the first
   */
  record Part(
      long id,
      long parent,
      int parentOrder,
      int parentDepth,
      long[] block,
      int count,
      int missing,
      List<Remote> remotes) {}

  /** A span that begins a part, and where in which part it was started. */
  private record Start(int span, long parent, int order, int depth) {}

  private SpanParts(long low, long[] block, int count) {
    this.block = block;
    this.low = low;
    this.count = count;
    firstChild = new int[count];
    nextSibling = new int[count];
    done = new boolean[count];
  }

  /**
   * The parts, each after the one that started it.
   *
   * @param low the second half of the request's trace id
   * @param records how many records are in the block
   */
  static List<Part> of(long low, long[] block, int records) {
    SpanParts all = new SpanParts(low, block, records / 2);
    all.divide();
    return all.parts;
  }

  private long word(int span, int word) {
    return block[span * SPAN + word];
  }

  private long id(int span) {
    return word(span, RecordPool.WORDS);
  }

  private boolean isRemote(int span) {
    return (word(span, 2) & REMOTE_PARENT) != 0;
  }

  private void divide() {
    Integer[] sorted = new Integer[count];
    Arrays.setAll(sorted, span -> span);
    // In the order in which they began; of those that did together, the outer one first.
    Arrays.sort(
        sorted,
        (one, other) -> {
          int begun = Long.compare(word(one, 0), word(other, 0));
          return begun != 0 ? begun : Long.compare(word(other, 1), word(one, 1));
        });
    Arrays.fill(firstChild, NONE);
    Arrays.fill(nextSibling, NONE);
    for (int span : sorted) {
      byId.putIfAbsent(id(span), span);
    }
    List<Start> starts = new ArrayList<>();
    for (int i = count - 1; i >= 0; i--) {
      int span = sorted[i];
      int parent = isRemote(span) ? NONE : byId.getOrDefault(word(span, 5), NONE);
      if (parent == NONE || parent == span) {
        starts.add(new Start(span, id(span), NONE, 0));
      } else {
        nextSibling[span] = firstChild[parent];
        firstChild[parent] = span;
      }
    }
    Collections.reverse(starts);
    starts.forEach(this::parts);
    for (int span : sorted) {
      if (!done[span]) { // ids that contradict each other
        parts(new Start(span, id(span), NONE, 0));
      }
    }
  }

  /** A part, and those that it started. */
  private void parts(Start first) {
    List<Start> starts = new ArrayList<>(List.of(first));
    for (int i = 0; i < starts.size(); i++) {
      if (!done[starts.get(i).span]) {
        part(starts.get(i), starts);
      }
    }
  }

  private void part(Start start, List<Start> starts) {
    int missing = isLoose(start) ? 1 : 0;
    long part = id(start.span);
    List<Remote> remotes = new ArrayList<>(1);
    if (isRemote(start.span)) {
      remotes.add(remote(Remote.Kind.PARENT, start.span, word(start.span, 5), NONE, 0, null));
    }
    long[] records = new long[16 * RecordPool.WORDS];
    int size = 0;
    long[] stack = new long[16]; // order and span of those that are active
    int depth = 0;
    for (int span = start.span; ; ) {
      done[span] = true;
      int to = size * RecordPool.WORDS;
      records = to == records.length ? Arrays.copyOf(records, 2 * to) : records;
      int order = size++ + missing;
      records[to] = word(span, 0);
      records[to + 1] = word(span, 1);
      records[to + 2] = ExecutionTree.place(order, depth + missing);
      records[to + 3] = word(span, 3);
      call(remotes, span, order, depth + missing + 1);
      stack = depth == stack.length ? Arrays.copyOf(stack, 2 * depth) : stack;
      stack[depth++] = ExecutionTree.place(order, span);
      int next = child(span, NONE, new Start(span, part, order, depth + missing), starts);
      while (next == NONE && depth > 1) {
        int ended = (int) stack[--depth];
        long around = stack[depth - 1];
        Start place = new Start(NONE, part, (int) (around >>> 32), depth + missing);
        next = child((int) around, ended, place, starts);
      }
      if (next == NONE) {
        break;
      }
      span = next;
    }
    parts.add(
        new Part(part, start.parent, start.order, start.depth, records, size, missing, remotes));
  }

  /** Whether the span around it is missing. */
  private boolean isLoose(Start start) {
    return start.depth == 0 && !isRemote(start.span) && word(start.span, 5) != 0;
  }

  /**
   * The next span within another that runs alone and ends before it; those between begin parts.
   *
   * @param before the last one within it, whose end counts; {@code NONE} if there was none
   */
  private int child(int around, int before, Start place, List<Start> starts) {
    long free = before == NONE ? word(around, 0) : word(before, 1);
    int span = before == NONE ? firstChild[around] : nextSibling[before];
    for (; span != NONE; span = nextSibling[span]) {
      // One whose ids make it its own ancestor was there already.
      if (!done[span] && word(span, 0) >= free && word(span, 1) <= word(around, 1)) {
        return span;
      }
      starts.add(new Start(span, place.parent, place.order, place.depth));
    }
    return NONE;
  }

  private void call(List<Remote> remotes, int span, int order, int active) {
    int kind = (int) word(span, 2) & REMOTE_PARENT - 1;
    if (kind == CLIENT || kind == PRODUCER) {
      String medium = kind == CLIENT ? "http" : Remote.MESSAGE;
      remotes.add(remote(Remote.Kind.CALL, span, id(span), order, active, medium));
    }
  }

  private Remote remote(Remote.Kind kind, int span, long id, int order, int active, String medium) {
    Remote.Span call = new Remote.Span(word(span, 6), low, id);
    return new Remote(kind, word(span, 0), order, active, call, medium);
  }
}
