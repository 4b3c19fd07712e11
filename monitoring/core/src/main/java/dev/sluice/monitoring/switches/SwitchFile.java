package dev.sluice.monitoring.switches;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.SmallFile;
import dev.sluice.monitoring.select.Pattern;
import dev.sluice.monitoring.select.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A file that switches rules and patterns: lines {@code NAME=on} or {@code NAME=off} for rules,
 * {@code PATTERN=off} for the operations that a pattern describes, {@code PATTERN=on} for
 * exceptions from that, {@code all=off} for everything. Blank lines and lines that begin with
 * {@code #} are ignored. What the file does not name is as configured. A file that does not exist
 * changes nothing, nor does one with a mistake, which is reported once. For one thread at a time.
 */
public final class SwitchFile {
  /** Name of the whole monitor in the file. */
  private static final String ALL = "all";

  private static final java.util.regex.Pattern LINE =
      java.util.regex.Pattern.compile(".+=\\s*(on|off)");

  private final Path file;
  private final RuleSwitches switches;
  private final boolean configured;
  private final Consumer<Boolean> all;
  private final Consumer<String> mistakes;
  private String last;
  private Set<String> lastRules;

  /**
   * Creates the reader of a file, which is not read yet.
   *
   * @param configured whether everything is on if the file does not say so
   * @param all switches everything on or off
   * @param mistakes takes human-readable lines, on the thread that calls {@link #look}
   */
  public SwitchFile(
      Path file,
      RuleSwitches switches,
      boolean configured,
      Consumer<Boolean> all,
      Consumer<String> mistakes) {
    this.file = file;
    this.switches = switches;
    this.configured = configured;
    this.all = all;
    this.mistakes = mistakes;
  }

  /** Reads the file, and switches if it has changed or there are more rules. */
  public void reload() {
    String text;
    try {
      if (!Files.exists(file)) {
        return;
      }
      text = SmallFile.text(file);
    } catch (IOException e) {
      text = "\0" + e.getMessage();
    }
    Set<String> rules = switches.names();
    if (text.equals(last) && rules.equals(lastRules)) {
      return;
    }
    last = text;
    lastRules = rules;
    try {
      if (text.startsWith("\0")) {
        throw new IllegalArgumentException("cannot be read: " + text.substring(1));
      }
      apply(text);
    } catch (IllegalArgumentException e) {
      mistakes.accept(file + ": " + e.getMessage() + "; what is on stays as it was");
    }
  }

  private void apply(String text) {
    Map<String, Boolean> named = new LinkedHashMap<>();
    List<Pattern> off = new ArrayList<>();
    List<Pattern> on = new ArrayList<>();
    boolean everything = configured;
    List<String> lines = text.lines().map(String::strip).toList();
    checkForm(lines);
    int number = 0;
    for (String line : lines) {
      number++;
      if (isEmpty(line)) {
        continue;
      }
      int equals = line.lastIndexOf('=');
      String name = line.substring(0, equals).strip();
      boolean value = line.endsWith("on");
      if (name.equals(ALL)) {
        everything = value;
      } else if (switches.isRule(name)) {
        named.put(name, value);
      } else {
        (value ? on : off).add(pattern(number, name));
      }
    }
    switches.replace(named, new PatternSwitches(off, on));
    all.accept(everything);
  }

  private static boolean isEmpty(String line) {
    return line.isEmpty() || line.startsWith("#");
  }

  /**
   * Checks all lines before any word of them is used. If the file is something else, which may
   * contain secrets, no message shows a word of it.
   */
  private static void checkForm(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (!isEmpty(lines.get(i)) && !LINE.matcher(lines.get(i)).matches()) {
        throw new IllegalArgumentException(
            "line "
                + (i + 1)
                + " must be NAME=on or NAME=off, with the name of a rule, a pattern, or all");
      }
    }
  }

  /**
   * Converts a text to a pattern; a text without a dot or a wildcard is taken for the name of a
   * rule that does not exist.
   */
  private Pattern pattern(int number, String text) {
    if (Rule.mayBeName(text)) {
      throw new IllegalArgumentException("line " + number + ": " + switches.noRule(text));
    }
    try {
      return Pattern.parse(text);
    } catch (ConfigurationException e) {
      throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
    }
  }
}
