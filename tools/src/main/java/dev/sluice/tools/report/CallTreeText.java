package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The call tree of a trace, a call a line, in the order in which the calls began. Of a large one
 * those that took longest are shown, and where the others are and how many.
 */
public final class CallTreeText {
  /** So many equal calls one after the other, none of which calls others, are one line. */
  private static final int FEWEST_JOINED = 4;

  private static final int WIDEST = 120;

  private final Trace trace;
  private final UnaryOperator<String> operations;
  private final boolean self;
  private final boolean[] shown;
  private final boolean[] hasLaterSibling;
  private final boolean[] hasCallee;

  /** By caller: calls that are not shown, and the time of those that it made itself. */
  private final int[] hidden;

  private final long[] hiddenNanos;
  private final List<String> names = new ArrayList<>();
  private final List<String> times = new ArrayList<>();

  private CallTreeText(
      Trace trace, UnaryOperator<String> operations, boolean self, IntPredicate wanted, int most) {
    this.trace = trace;
    this.operations = operations;
    this.self = self;
    int size = trace.size();
    shown = new boolean[size];
    hasLaterSibling = new boolean[size];
    hasCallee = new boolean[size];
    hidden = new int[size];
    hiddenNanos = new long[size];
    choose(wanted, most);
    boolean[] seen = new boolean[size];
    for (int i = size - 1; i >= 0; i--) {
      int parent = trace.parent(i);
      if (parent < 0) {
        continue;
      }
      hasCallee[parent] = true;
      if (shown[i]) {
        hasLaterSibling[i] = seen[parent] || hidden[parent] > 0;
        seen[parent] = true;
      } else {
        hidden[parent] += 1 + hidden[i];
        hiddenNanos[parent] += trace.duration(i);
      }
    }
    for (int i = 0; i < size; i++) {
      int parent = trace.parent(i);
      hasLaterSibling[i] |= parent >= 0 && hidden[parent] > 0;
    }
  }

  /**
   * Prints the tree.
   *
   * @param operations gives the name of an operation
   * @param indent stands in front of each line
   * @param self whether self times are printed
   * @param wanted calls that are shown rather than others
   * @param most calls that are shown, with those that made them
   */
  public static void print(
      Trace trace,
      UnaryOperator<String> operations,
      PrintStream out,
      String indent,
      boolean self,
      IntPredicate wanted,
      int most) {
    new CallTreeText(trace, operations, self, wanted, most).print(out, indent);
  }

  private void choose(IntPredicate wanted, int most) {
    if (trace.size() <= most) {
      Arrays.fill(shown, true);
      return;
    }
    IntStream.range(0, trace.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer i) -> !wanted.test(i))
                .thenComparing(i -> -trace.duration(i)))
        .limit(most)
        .forEach(
            i -> {
              for (int at = i; at >= 0 && !shown[at]; at = trace.parent(at)) {
                shown[at] = true;
              }
            });
  }

  private void print(PrintStream out, String indent) {
    lines();
    int width = Math.min(WIDEST, names.stream().mapToInt(String::length).max().orElse(0));
    String format = "%-" + Math.max(1, width) + "s  %s";
    for (int k = 0; k < names.size(); k++) {
      out.println(indent + String.format(Locale.ROOT, format, names.get(k), times.get(k)));
    }
    int top = 0;
    for (int i = 0; i < trace.size(); i++) {
      top += trace.parent(i) < 0 && !shown[i] ? 1 + hidden[i] : 0;
    }
    if (top + trace.calls() - trace.size() > 0) {
      out.println(
          indent + "… " + Figures.count(top + trace.calls() - trace.size(), "call") + " more");
    }
  }

  private void lines() {
    int[] open = new int[16];
    int depth = 0;
    for (int i = 0; i < trace.size(); ) {
      while (depth > 0 && open[depth - 1] != trace.parent(i)) {
        rest(open[--depth]);
      }
      int calls = 1;
      if (shown[i]) {
        calls = joined(i);
        line(i, calls);
        if (depth == open.length) {
          open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = i + calls - 1;
      } else {
        calls += hidden[i]; // the calls that it made follow
      }
      i += calls;
    }
    while (depth > 0) {
      rest(open[--depth]);
    }
  }

  /** How many calls the line of a call stands for. */
  private int joined(int first) {
    int end = first + 1;
    while (end < trace.size()
        && !hasCallee[end - 1]
        && !hasCallee[end]
        && shown[end]
        && trace.parent(end) >= 0
        && trace.parent(end) == trace.parent(first)
        && trace.operation(end) == trace.operation(first)
        && trace.failed(end) == trace.failed(first)) {
      end++;
    }
    return end - first >= FEWEST_JOINED ? end - first : 1;
  }

  private void line(int i, int calls) {
    String name = operations.apply(trace.signature(i));
    boolean later = hasLaterSibling[i + calls - 1];
    names.add(branches(i, later) + name + (calls > 1 ? " × " + Figures.count(calls) : ""));
    long total = 0;
    long own = 0;
    for (int k = i; k < i + calls; k++) {
      total += trace.duration(k);
      own += trace.self(k);
    }
    String time = String.format(Locale.ROOT, "%8s", Figures.nanos(total));
    if (self) {
      time += String.format(Locale.ROOT, "  %8s", Figures.nanos(own));
    }
    if (trace.failed(i)) {
      time += "  failed";
    }
    if (trace.unfinished(i)) {
      time += "  no end recorded";
    }
    times.add(time);
  }

  /** Says what a call made that is not shown. */
  private void rest(int caller) {
    if (hidden[caller] > 0) {
      names.add(inside(caller) + "└─ … " + Figures.count(hidden[caller], "call") + " more");
      times.add(String.format(Locale.ROOT, "%8s", Figures.nanos(hiddenNanos[caller])));
    }
  }

  private String branches(int index, boolean later) {
    if (trace.isLoose(index)) {
      return "⋯ ";
    }
    return trace.parent(index) < 0 ? "" : inside(trace.parent(index)) + (later ? "├─ " : "└─ ");
  }

  /** What stands in front of the branch of a call that this one made. */
  private String inside(int caller) {
    StringBuilder reversed = new StringBuilder();
    int at = caller;
    for (; trace.parent(at) >= 0; at = trace.parent(at)) {
      reversed.append(hasLaterSibling[at] ? "  │" : "   ");
    }
    return (trace.isLoose(at) ? "  " : "") + reversed.reverse();
  }
}
