package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Number of calls in traces by producer and operation, at most {@value #MAX_PAIRS} pairs of both; a
 * pair that comes later counts as 0. For one thread.
 */
final class TracedCalls {
  static final int MAX_PAIRS = 1 << 16;

  private static final long[] NONE = {0};

  private final Map<Long, Counts> producers = new LinkedHashMap<>();
  private int pairs;
  private long producer;
  private Counts last;

  /** Numbers of one producer, each in an array of one element. */
  private static final class Counts {
    final Map<String, long[]> byName = new LinkedHashMap<>();
    long[][] byNumber = {};
  }

  /** Counts the calls of a trace that ended. */
  void add(Trace trace) {
    if (last == null || trace.producer() != producer) {
      producer = trace.producer();
      last = of(producer);
    }
    for (int i = 0, size = trace.size(); i < size; i++) {
      if (!trace.unfinished(i)) {
        count(trace, trace.operation(i));
      }
    }
  }

  private void count(Trace trace, int operation) {
    if (operation >= last.byNumber.length) {
      last.byNumber = Arrays.copyOf(last.byNumber, trace.operations().size() * 2);
    }
    if (last.byNumber[operation] == null) {
      last.byNumber[operation] = cell(last, trace.operations().signature(operation));
    }
    last.byNumber[operation][0]++;
  }

  private Counts of(long id) {
    return producers.computeIfAbsent(id, absent -> new Counts());
  }

  private long[] cell(Counts of, String operation) {
    if (pairs >= MAX_PAIRS) {
      return of.byName.getOrDefault(operation, new long[1]);
    }
    return of.byName.computeIfAbsent(
        operation,
        absent -> {
          pairs++;
          return new long[1];
        });
  }

  /** Returns the number of calls of an operation in traces of a producer. */
  long calls(long id, String operation) {
    Counts counts = producers.get(id);
    return counts == null ? 0 : counts.byName.getOrDefault(operation, NONE)[0];
  }

  /** Adds the calls of another partition. */
  void merge(TracedCalls other) {
    other.producers.forEach(
        (id, counts) ->
            counts.byName.forEach((name, number) -> cell(of(id), name)[0] += number[0]));
  }

  /** Writes or reads all numbers. */
  void state(StateCodec codec) throws IOException {
    for (long id : codec.each(producers.keySet(), MAX_PAIRS, 0L)) {
      Counts counts = of(codec.number(id));
      for (String name : codec.each(counts.byName.keySet(), MAX_PAIRS, null)) {
        long[] cell = cell(counts, codec.given(name));
        cell[0] = codec.number(cell[0]);
      }
    }
  }
}
