package dev.sluice.monitoring.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Context of a request between two processes, in the header fields {@code traceparent} and {@code
 * tracestate} of the W3C's Trace Context (level 2). What comes from outside is not trusted: what
 * goes on was checked whole, or is written anew from the ids that were read. Immutable.
 */
public final class TraceContext {
  /** Name of the field with the ids. */
  public static final String PARENT = "traceparent";

  /** Name of the field with the state of other tracing systems. */
  public static final String STATE = "tracestate";

  /** Length of {@code traceparent} in the specification. */
  private static final int PARENT_CHARS = 55;

  private static final int MAX_STATE_CHARS = 512;
  private static final int LARGE_MEMBER_CHARS = 128;
  private static final int MAX_MEMBERS = 32;
  private static final int MAX_PART_CHARS = 256;

  /** Maximum length of {@code traceparent} of an unknown version; a longer one is ignored. */
  private static final int MAX_PARENT_CHARS = 512;

  private static final int SAMPLED = 1;
  private static final int RANDOM = 2;

  final long high;
  final long low;
  final long span;
  private final int flags;
  private final String parent;
  private final String state;

  private TraceContext(long high, long low, long span, int flags, String state) {
    this.high = high;
    this.low = low;
    this.span = span;
    this.flags = flags;
    this.parent = text(high, low, span, flags);
    this.state = state;
  }

  /** Returns the context of a request that begins here. */
  static TraceContext begun(long high, long low, long span) {
    return new TraceContext(high, low, span, SAMPLED | RANDOM, null);
  }

  /** Returns the context of a further call of the same request. */
  TraceContext next(long callSpan) {
    return new TraceContext(high, low, callSpan, SAMPLED | flags & RANDOM, state);
  }

  /**
   * Returns the values of {@code traceparent} and {@code tracestate}, which may be null; null if
   * there is no context.
   */
  public static String[] fields(TraceContext context) {
    return context == null ? null : new String[] {context.parent, context.state};
  }

  /** Converts two such values to a context; returns null if there is no valid parent. */
  public static TraceContext parse(String... fields) {
    return fields == null ? null : parse(Arrays.asList(fields[0]), Arrays.asList(fields[1]));
  }

  /** Returns the value of {@code traceparent}: of version 00, with the received ids. */
  public String parent() {
    return parent;
  }

  /** Returns the value of {@code tracestate}, null if there is none. */
  public String state() {
    return state;
  }

  /** Returns whether both contexts belong to the same call. */
  boolean isOf(TraceContext other) {
    return other != null && span == other.span && low == other.low && high == other.high;
  }

  /**
   * Converts the fields of a request or message to a context.
   *
   * @param parents the values of all fields {@code traceparent}
   * @param states those of {@code tracestate}, in order; nothing of them matters without a parent
   * @return null if there is not one valid parent
   */
  public static TraceContext parse(List<String> parents, List<String> states) {
    if (parents.size() != 1 || parents.get(0) == null) {
      return null;
    }
    String text = strip(parents.get(0));
    if (text.length() < PARENT_CHARS || text.length() > MAX_PARENT_CHARS || !hasForm(text)) {
      return null;
    }
    long high = HexFormat.fromHexDigitsToLong(text, 3, 19);
    long low = HexFormat.fromHexDigitsToLong(text, 19, 35);
    long span = HexFormat.fromHexDigitsToLong(text, 36, 52);
    int flags = HexFormat.fromHexDigits(text, 53, 55);
    boolean isValid = (high | low) != 0 && span != 0;
    // Of a version to come only the first part is known, so the rest must not go on.
    int known = text.startsWith("00") ? flags : flags & (SAMPLED | RANDOM);
    return isValid ? new TraceContext(high, low, span, known, state(states)) : null;
  }

  /**
   * Returns whether a text has digits and hyphens in the right places; only later versions may have
   * more after them.
   */
  private static boolean hasForm(String text) {
    for (int i = 0; i < PARENT_CHARS; i++) {
      char c = text.charAt(i);
      if (i == 2 || i == 35 || i == 52 ? c != '-' : !HexFormat.isHexDigit(c) || isUpper(c)) {
        return false;
      }
    }
    boolean isLong = text.length() > PARENT_CHARS;
    return !text.startsWith("ff")
        && (!isLong || !text.startsWith("00") && text.charAt(PARENT_CHARS) == '-');
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'F';
  }

  /** Returns the members of all fields in order, or null if one of them is wrong. */
  private static String state(List<String> fields) {
    if (fields.isEmpty()) {
      return null; // As with most requests.
    }
    List<String> members = new ArrayList<>();
    for (String field : fields) {
      for (int from = 0; field != null && from <= field.length(); ) {
        int comma = field.indexOf(',', from);
        int end = comma < 0 ? field.length() : comma;
        String member = strip(field.substring(from, end));
        from = end + 1;
        if (!member.isEmpty()) {
          if (members.size() == MAX_MEMBERS || !isMember(member)) {
            return null;
          }
          members.add(member);
        }
      }
    }
    return shortened(members);
  }

  /** Returns the members that fit; drops whole members, large ones first, then from the right. */
  private static String shortened(List<String> members) {
    int length = members.stream().mapToInt(member -> member.length() + 1).sum() - 1;
    for (int i = members.size() - 1; i >= 0 && length > MAX_STATE_CHARS; i--) {
      if (members.get(i).length() > LARGE_MEMBER_CHARS) {
        length -= members.remove(i).length() + 1;
      }
    }
    while (length > MAX_STATE_CHARS) {
      length -= members.remove(members.size() - 1).length() + 1;
    }
    return members.isEmpty() ? null : String.join(",", members);
  }

  private static boolean isMember(String member) {
    int equals = member.indexOf('=');
    String key = member.substring(0, Math.max(0, equals));
    String value = member.substring(equals + 1);
    return hasLength(key)
        && hasLength(value)
        && isLetterOrDigit(key.charAt(0))
        && key.chars().allMatch(c -> isLetterOrDigit(c) || "_-*/@".indexOf(c) >= 0)
        && value.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '=');
  }

  private static boolean hasLength(String part) {
    return !part.isEmpty() && part.length() <= MAX_PART_CHARS;
  }

  private static boolean isLetterOrDigit(int c) {
    return c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
  }

  /** Returns a value without blanks and tabs around it, which are all that HTTP allows. */
  private static String strip(String text) {
    int from = 0;
    int end = text.length();
    while (from < end && isBlank(text.charAt(from))) {
      from++;
    }
    while (end > from && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(from, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static String text(long high, long low, long span, int flags) {
    HexFormat hex = HexFormat.of();
    return new StringBuilder(PARENT_CHARS)
        .append("00-")
        .append(hex.toHexDigits(high))
        .append(hex.toHexDigits(low))
        .append('-')
        .append(hex.toHexDigits(span))
        .append('-')
        .append(hex.toHexDigits((byte) flags))
        .toString();
  }
}
