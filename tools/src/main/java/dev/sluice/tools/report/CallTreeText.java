package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The call tree of a trace, a call a line, in the order in which the calls began. Equal calls in a
 * row are one line, with the calls of one of them. Of a large tree those that took longest are
 * shown, and where the others are and how many.
 */
public final class CallTreeText {
  private static final int WIDEST = 120;

  private final Trace trace;
  private final View view;
  private final EqualCalls equal;
  private final boolean[] shown;
  private final boolean[] hasLaterSibling;
  private final boolean[] hasShownCallee;

  /** By caller: calls that are not shown, and the time of those that it made itself. */
  private final int[] hidden;

  private final long[] hiddenNanos;
  private final List<String> names = new ArrayList<>();
  private final List<String> times = new ArrayList<>();

  /**
   * What of a tree is shown, and how.
   *
   * @param operations gives the name of an operation
   * @param self whether self times are printed
   * @param joined whether equal calls in a row are one line
   * @param wanted operations whose calls are shown rather than others
   * @param most lines of calls, with those that made them
   */
  public record View(
      UnaryOperator<String> operations,
      boolean self,
      boolean joined,
      Predicate<String> wanted,
      int most) {}

  private CallTreeText(Trace trace, View view) {
    this.trace = trace;
    this.view = view;
    equal = view.joined() ? EqualCalls.of(trace, this::isWanted) : EqualCalls.none(trace);
    int size = trace.size();
    shown = new boolean[size];
    hasLaterSibling = new boolean[size];
    hasShownCallee = new boolean[size];
    hidden = new int[size];
    hiddenNanos = new long[size];
    choose();
    for (int i = size - 1; i >= 0; i--) {
      int parent = trace.parent(i);
      if (parent < 0) {
        continue;
      }
      if (shown[i]) {
        hasLaterSibling[i] = hasShownCallee[parent];
        hasShownCallee[parent] = true;
      } else if (equal.group(i) == null || !shown[equal.group(i).lead()]) {
        hidden[parent] += 1 + hidden[i];
        hiddenNanos[parent] += trace.duration(i);
      }
    }
    for (int i = 0; i < size; i++) {
      int parent = trace.parent(i);
      hasLaterSibling[i] |= parent >= 0 && hidden[parent] > 0;
    }
  }

  /** Prints the tree, every line behind {@code indent}. */
  public static void print(Trace trace, View view, PrintStream out, String indent) {
    new CallTreeText(trace, view).print(out, indent);
  }

  private void choose() {
    IntStream.range(0, trace.size())
        .filter(i -> !equal.isFolded(i))
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> !isWanted(i)).thenComparing(i -> -duration(i)))
        .limit(view.most())
        .forEach(
            i -> {
              for (int at = i; at >= 0 && !shown[at]; at = trace.parent(at)) {
                shown[at] = true;
              }
            });
  }

  private boolean isWanted(int i) {
    return view.wanted().test(trace.signature(i));
  }

  private long duration(int i) {
    return equal.group(i) == null ? trace.duration(i) : equal.group(i).total();
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
        line(i);
        if (depth == open.length) {
          open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = i;
      } else {
        calls += hidden[i]; // the calls that it made follow
      }
      i += calls;
    }
    while (depth > 0) {
      rest(open[--depth]);
    }
  }

  private void line(int i) {
    String name = view.operations().apply(trace.signature(i));
    EqualCalls.Group group = equal.group(i);
    if (group != null) {
      names.add(branches(i) + name + " × " + Figures.count(group.calls()));
      times.add(times(group.total(), group.self()) + spread(group));
    }
    if (group == null) {
      names.add(branches(i) + name);
    } else if (hasShownCallee[i]) {
      names.add(inside(i, false) + "└─ " + (group.isLongest() ? "the longest" : "one of them"));
    } else {
      return;
    }
    times.add(
        times(trace.duration(i), trace.self(i))
            + (trace.failed(i) ? "  failed" : "")
            + (trace.unfinished(i) ? "  no end recorded" : ""));
  }

  private String times(long total, long own) {
    String time = String.format(Locale.ROOT, "%8s", Figures.nanos(total));
    return view.self() ? time + String.format(Locale.ROOT, "  %8s", Figures.nanos(own)) : time;
  }

  private static String spread(EqualCalls.Group group) {
    return "  p50 "
        + Figures.nanos(group.median())
        + ", max "
        + Figures.nanos(group.max())
        + (group.failed() > 0 ? ", " + Figures.count(group.failed()) + " failed" : "")
        + (group.unfinished() > 0
            ? ", of " + Figures.count(group.unfinished()) + " no end recorded"
            : "");
  }

  /** Says what a call made that is not shown. */
  private void rest(int caller) {
    if (hidden[caller] > 0 && (equal.group(caller) == null || hasShownCallee[caller])) {
      names.add(inside(caller, true) + "└─ … " + Figures.count(hidden[caller], "call") + " more");
      times.add(String.format(Locale.ROOT, "%8s", Figures.nanos(hiddenNanos[caller])));
    }
  }

  private String branches(int index) {
    if (trace.isLoose(index)) {
      return "⋯ ";
    }
    int caller = trace.parent(index);
    return caller < 0 ? "" : inside(caller, true) + (hasLaterSibling[index] ? "├─ " : "└─ ");
  }

  /**
   * What stands in front of the branch of a call that this one made.
   *
   * @param one whether this is the line of one call, which those of a group have below theirs
   */
  private String inside(int caller, boolean one) {
    StringBuilder reversed = new StringBuilder();
    int at = caller;
    for (; trace.parent(at) >= 0; at = trace.parent(at)) {
      boolean below = equal.group(at) != null && (one || at != caller);
      reversed.append(below ? "   " : "").append(hasLaterSibling[at] ? "  │" : "   ");
    }
    return (trace.isLoose(at) ? "  " : "") + reversed.reverse();
  }
}
