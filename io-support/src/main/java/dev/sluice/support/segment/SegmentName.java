package dev.sluice.support.segment;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a segment, a file of nothing but concatenated chunks: {@code sluice-<producer id, 16
 * hexadecimal digits>-<number, at least 6 digits>.slu}. The producer's id in it keeps two producers
 * from ever sharing a segment. Immutable.
 *
 * @param producerId the producer that the segment was begun for
 * @param number rises with each of the producer's segments
 */
public record SegmentName(long producerId, long number) {
  /** End of the name of every file of chunks. */
  public static final String SUFFIX = ".slu";

  /**
   * Name of a file that only a spill directory has: it contains one line that names the sink of the
   * chunks.
   */
  public static final String SPILL_MARKER = "spill.sink";

  /**
   * The order of file names in which a producer's segments come in the order they were written,
   * past 999999 too. Names of other files sort among them as text.
   */
  public static final Comparator<String> ORDER = SegmentName::compare;

  private static final int DIGITS = 6;
  private static final Pattern NAME = Pattern.compile("sluice-([0-9a-f]{16})-(\\d{6,18})\\.slu");

  /** Returns the file name. */
  public String fileName() {
    // Not String.format: the default locale's digits may be others, and it loads much at the start.
    String digits = Long.toString(number);
    String zeros = "0".repeat(Math.max(0, DIGITS - digits.length()));
    return "sluice-" + HexFormat.of().toHexDigits(producerId) + "-" + zeros + digits + SUFFIX;
  }

  /** Returns the parts of a file name, or nothing if it is not the name of a segment. */
  public static Optional<SegmentName> parse(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    return matcher.matches()
        ? Optional.of(
            new SegmentName(
                Long.parseUnsignedLong(matcher.group(1), 16), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  private static int compare(String name, String other) {
    int byGroup = group(name).compareTo(group(other));
    int byNumber = byGroup == 0 ? Long.compare(number(name), number(other)) : byGroup;
    return byNumber == 0 ? name.compareTo(other) : byNumber;
  }

  private static long number(String name) {
    return parse(name).map(SegmentName::number).orElse(0L);
  }

  private static String group(String name) {
    return NAME.matcher(name).matches() ? name.substring(0, name.lastIndexOf('-')) : name;
  }
}
