package dev.sluice.cli;

import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.format.SafeText;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A stream of human-readable lines: names, paths and messages that came from elsewhere cannot end a
 * line or make a terminal act, because each text that is printed gets escapes for such characters.
 * Bytes that are written pass as they are.
 */
final class SafePrinter extends PrintStream implements LineStream {
  private static final String RED_AND_BOLD = "\033[1;31m";
  private static final String BLUE = "\033[34m";
  private static final String BOLD = "\033[1m";
  private static final String USUAL = "\033[m";

  private final PrintStream target;
  private final Screen screen;
  private int columns;

  /** Creates a printer on a stream, without buffering. */
  SafePrinter(PrintStream target, Screen screen) {
    super(target, false, StandardCharsets.UTF_8);
    this.target = target;
    this.screen = screen;
  }

  @Override
  public int columns() {
    if (columns == 0) {
      columns = screen.columns().getAsInt();
    }
    return columns;
  }

  @Override
  public void emphasise(String text, String end) {
    if (!screen.colour()) {
      println(text + end);
    } else if (LineStream.length(text) + LineStream.length(end) <= columns()) {
      target.println(SafeText.line(text) + red(end));
    } else {
      if (!text.isBlank()) {
        println(text);
      }
      LineStream.wrap(end, columns()).forEach(line -> target.println(red(line)));
    }
  }

  private static String red(String text) {
    return RED_AND_BOLD + SafeText.line(text) + USUAL;
  }

  private String styled(String style, String text) {
    return screen.colour() ? style + SafeText.line(text) + USUAL : SafeText.line(text);
  }

  @Override
  public void paragraph(String mark, String text) {
    String begin = styled(mark.equals("!") ? RED_AND_BOLD : BLUE, mark) + " ";
    target.println();
    for (String line : LineStream.wrap(text, columns() - 2)) {
      target.println(begin + SafeText.line(line));
      begin = "  ";
    }
  }

  @Override
  public void named(String indent, String name, String text) {
    List<String> lines = LineStream.wrap(name + text, columns() - indent.length());
    String rest = lines.get(0).substring(Math.min(name.length(), lines.get(0).length()));
    target.println(indent + styled(BOLD, name) + SafeText.line(rest));
    lines.stream().skip(1).forEach(line -> super.println(indent + line));
  }

  /** The {@code println} of a text and {@code append} come here. */
  @Override
  public void print(String text) {
    target.print(SafeText.line(String.valueOf(text)));
  }

  @Override
  public void print(Object value) {
    print(String.valueOf(value));
  }

  /** A line that is too long for the screen is broken between words. */
  @Override
  public void println(String text) {
    String line = String.valueOf(text);
    // Most lines fit anywhere; asking for the width starts a program.
    if (LineStream.length(line) <= Screen.MIN_COLUMNS || LineStream.length(line) <= columns()) {
      super.println(line);
      return;
    }
    String indent = line.substring(0, line.length() - line.stripLeading().length());
    LineStream.wrap(line.strip(), columns() - indent.length())
        .forEach(part -> super.println(indent + part));
  }

  @Override
  public void println(Object value) {
    println(String.valueOf(value));
  }

  /** The {@code printf} comes here: line breaks of the format are meant, those of arguments not. */
  @Override
  public PrintStream format(String format, Object... arguments) {
    return format(Locale.getDefault(Locale.Category.FORMAT), format, arguments);
  }

  @Override
  public PrintStream format(Locale locale, String format, Object... arguments) {
    target.print(
        String.format(locale, format, Arrays.stream(arguments).map(SafePrinter::safe).toArray()));
    return this;
  }

  private static Object safe(Object argument) {
    boolean harmless = argument == null || argument instanceof Number;
    return harmless ? argument : SafeText.line(argument.toString());
  }
}
