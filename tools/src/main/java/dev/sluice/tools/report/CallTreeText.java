package dev.sluice.tools.report;

import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Figures;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Call tree of a trace as text, one call per line, in the order in which the calls began. Equal
 * calls in a row are one line, with the calls of one of them. Of a large tree the longest calls are
 * shown, and the number and place of hidden calls.
 */
public final class CallTreeText {
  private static final int MAX_COLUMNS = 120;

  /** Minimum length of a name on a screen that is too narrow. */
  private static final int MIN_NAME_CHARS = 12;

  private final Trace trace;
  private final View view;
  private final EqualCalls equal;
  private final boolean[] shown;
  private final boolean[] hasLaterSibling;
  private final boolean[] hasShownCallee;

  /** Number of hidden calls, by caller. */
  private final int[] hidden;

  private final long[] hiddenNanos;
  private final List<Line> lines = new ArrayList<>();

  /**
   * A line of the tree.
   *
   * @param branch what stands before the name
   * @param suffix what stands behind it, which is never shortened
   * @param note what stands behind the times, if there is room, else in the next line
   * @param below what stands before the note in a line of its own
   * @param wrong what went wrong, as the end of the line
   */
  private record Line(
      String branch,
      String name,
      String suffix,
      String times,
      String note,
      String below,
      String wrong) {
    /** Characters of what stands at the left. */
    int length() {
      return LineStream.length(branch) + LineStream.length(name) + LineStream.length(suffix);
    }

    /** Characters of what stands at the right, without a note. */
    int tail() {
      return times.length() + (note.isEmpty() ? wrong.length() : 0);
    }

    void print(PrintStream out, String indent, int width, int room) {
      boolean limited = LineStream.columns(out) < Integer.MAX_VALUE;
      String head = limited ? head(width) : branch + name + suffix;
      String blanks = " ".repeat(Math.max(0, width - LineStream.length(head)) + 2);
      String text = head + blanks + times;
      if (note.isEmpty()) {
        LineStream.println(out, indent + text, wrong);
      } else if (LineStream.length(text + "  " + note + wrong) <= room) {
        LineStream.println(out, indent + text + "  " + note, wrong);
      } else {
        out.println(indent + text);
        LineStream.println(out, indent + below + "   " + note, wrong);
      }
    }

    /** Returns the left part of a line, with the given number of characters if possible. */
    private String head(int most) {
      int free =
          most - LineStream.length(suffix) - Math.min(MIN_NAME_CHARS, LineStream.length(name));
      int cut = LineStream.length(branch) - Math.max(4, free);
      String end = cut > 0 ? "…" + branch.substring(cut + 1) : branch;
      int left = most - LineStream.length(end + suffix);
      return end + LineStream.shorten(name, Math.max(MIN_NAME_CHARS, left)) + suffix;
    }
  }

  /**
   * View of a tree: which calls are shown, and how.
   *
   * @param operations gives the name of an operation
   * @param self whether self times are printed
   * @param joined whether equal calls in a row are one line
   * @param wanted operations whose calls are shown rather than others
   * @param most lines of calls, with those that made them
   * @param before what stands before the name of a call
   */
  public record View(
      UnaryOperator<String> operations,
      boolean self,
      boolean joined,
      Predicate<String> wanted,
      int most,
      IntFunction<String> before) {}

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
    int room = LineStream.columns(out) - indent.length();
    int longest = Math.min(MAX_COLUMNS, lines.stream().mapToInt(Line::length).max().orElse(0));
    int times = lines.stream().mapToInt(Line::tail).max().orElse(0);
    int width = Math.max(1, Math.min(longest, room - times - 2));
    for (Line line : lines) {
      line.print(out, indent, width, room);
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
    String name = view.before().apply(i) + view.operations().apply(trace.signature(i));
    EqualCalls.Group group = equal.group(i);
    if (group != null) {
      String below = inside(i, false) + (hasShownCallee[i] ? "│  " : "   ");
      String times = times(group.total(), group.self());
      String suffix = " × " + Figures.count(group.calls());
      lines.add(new Line(branches(i), name, suffix, times, spread(group), below, wrong(group)));
    }
    String times = times(trace.duration(i), trace.self(i));
    String wrong =
        (trace.failed(i) ? "  failed" : "") + (trace.unfinished(i) ? "  no end recorded" : "");
    if (group == null) {
      lines.add(new Line(branches(i), name, "", times, "", "", wrong));
    } else if (hasShownCallee[i]) {
      String one = group.isLongest() ? "the longest" : "one of them";
      lines.add(new Line(inside(i, false) + "└─ ", "", one, times, "", "", wrong));
    }
  }

  private String times(long total, long own) {
    String time = String.format(Locale.ROOT, "%8s", Figures.nanos(total));
    return view.self() ? time + String.format(Locale.ROOT, "  %8s", Figures.nanos(own)) : time;
  }

  private static String spread(EqualCalls.Group group) {
    return "p50 " + Figures.nanos(group.median()) + ", max " + Figures.nanos(group.max());
  }

  private static String wrong(EqualCalls.Group group) {
    return (group.failed() > 0 ? ", " + Figures.count(group.failed()) + " failed" : "")
        + (group.unfinished() > 0
            ? ", of " + Figures.count(group.unfinished()) + " no end recorded"
            : "");
  }

  /** Says what a call made that is not shown. */
  private void rest(int caller) {
    if (hidden[caller] > 0 && (equal.group(caller) == null || hasShownCallee[caller])) {
      String more = "… " + Figures.count(hidden[caller], "call") + " more";
      String time = String.format(Locale.ROOT, "%8s", Figures.nanos(hiddenNanos[caller]));
      lines.add(new Line(inside(caller, true) + "└─ ", "", more, time, "", "", ""));
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
   * Returns the prefix of the lines below a call.
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
