package dev.sluice.tools.format;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stream of lines that may end on a screen. Pipes and files have no width and no emphasis. */
public interface LineStream {
  /** Name of this command for the reader of its output. */
  String SLUICE = System.getProperty("sluice.command", "./sluice");

  /** The beginning of what is to be copied into a shell. */
  Pattern COMMAND =
      Pattern.compile("(?<=^|: |→ )(?:" + Pattern.quote(SLUICE) + "|kafka-[a-z]+\\.sh) ");

  /** Characters of a line; more if nobody counts them. */
  int columns();

  /** Prints a line whose end is emphasised. */
  void emphasise(String text, String end);

  /** Prints a paragraph behind a mark, {@code !} for what is wrong. */
  void paragraph(String mark, String text);

  /** Prints a line of which the name at its begin is bold. */
  void named(String indent, String name, String text);

  /** Prints a line; on a screen, as a paragraph behind a mark. */
  static void paragraph(PrintStream out, String mark, String text) {
    if (columns(out) < Integer.MAX_VALUE) {
      ((LineStream) out).paragraph(mark, text);
    } else {
      out.println(text);
    }
  }

  /** Prints a line that begins with a name. */
  static void named(PrintStream out, String indent, String name, String text) {
    if (columns(out) < Integer.MAX_VALUE) {
      ((LineStream) out).named(indent, name, text);
    } else {
      out.println(indent + name + text);
    }
  }

  /** Characters of a line of that stream, {@code Integer.MAX_VALUE} if it has no width. */
  static int columns(PrintStream out) {
    return out instanceof LineStream lines ? lines.columns() : Integer.MAX_VALUE;
  }

  /** Prints a line that ends with a description of a fault. */
  static void println(PrintStream out, String text, String wrong) {
    if (out instanceof LineStream lines && !wrong.isEmpty()) {
      lines.emphasise(text, wrong);
    } else {
      out.println(text + wrong);
    }
  }

  /**
   * Shortens a name to the given number of characters: first without its parameters, then without
   * some of its middle. The method name is kept if possible, and more of the end than of the start.
   */
  static String shorten(String name, int most) {
    int open = name.indexOf('(');
    boolean hasParameters = open > 0 && name.endsWith(")") && open + 2 < name.length();
    String text = length(name) > most && hasParameters ? name.substring(0, open) + "(…)" : name;
    int length = length(text);
    if (length <= most) {
      return text;
    }
    int method = length(text.substring(Math.max(0, text.lastIndexOf('.'))));
    int tail = Math.max(most - 1 - (most - 1) / 3, Math.min(method, most - 4));
    int head = most - 1 - tail;
    return text.substring(0, text.offsetByCodePoints(0, head))
        + "…"
        + text.substring(text.offsetByCodePoints(0, length - tail));
  }

  /**
   * Wraps a text into lines of the given maximum length, between words. A command at its end begins
   * a new line, and is continued so that a shell reads the lines as one.
   */
  static List<String> wrap(String text, int most) {
    if (length(text) <= most) {
      return List.of(text);
    }
    List<String> lines = new ArrayList<>();
    Matcher command = COMMAND.matcher(text);
    int at = command.find() ? command.start() : text.length();
    fill(text.substring(0, at), most, lines, "", "");
    fill(text.substring(at), most, lines, " \\", "  ");
    return lines;
  }

  private static void fill(String text, int most, List<String> lines, String end, String begin) {
    String line = "";
    String[] words = text.strip().split(" ");
    for (int i = 0; i < words.length; i++) {
      int behind = i + 1 < words.length ? end.length() : 0;
      if (!line.isBlank() && length(line) + 1 + length(words[i]) + behind > most) {
        lines.add(line + end);
        line = begin;
      }
      line += (line.isBlank() ? "" : " ") + words[i];
    }
    if (!line.isBlank()) {
      lines.add(line);
    }
  }

  /** Characters of a text, as a terminal counts them. */
  static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
