package dev.sluice.docs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What differs from run to run in texts that the command prints. */
final class Varying {
  private static final Map<Pattern, String> MASKS = new LinkedHashMap<>();

  static {
    // Whether a name has room for its parameters follows from the figures beside it.
    mask("\\([A-Z]?[a-z]+\\)(?= )", "(…)");
    mask("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "(time)");
    mask("[\\d.,#]+ (ns|µs|ms|s|min|h|d)\\b", "(duration)");
    mask("[\\d.,]+ (bytes?|KiB|MiB)\\b", "(size)");
    mask("[\\d.,]+ chunks?\\b", "(chunks)");
    mask("[<>]?[\\d.]+ %", "(part)");
    mask("\\b[0-9a-f]{16}\\b|\\b[0-9a-f]{3}…[0-9a-f]+\\b", "(id)");
    mask("Java \\d+", "Java (version)");
    // How many records a chunk has depends on when they came.
    mask("[\\d,]+(?=[^`]*CRC32C does not match)", "(figure)");
    // How wide a column is, and where a line is broken, follows from the others.
    mask("(?<!\n)\n(?!\n)", " ");
    mask(" +", " ");
  }

  private Varying() {}

  private static void mask(String varying, String mask) {
    MASKS.put(Pattern.compile(varying), mask);
  }

  /** The text with a word in place of what differs. */
  static String masked(String text) {
    String masked = text;
    for (Map.Entry<Pattern, String> mask : MASKS.entrySet()) {
      masked = mask.getKey().matcher(masked).replaceAll(mask.getValue());
    }
    return masked;
  }
}
