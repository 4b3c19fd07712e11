package dev.sluice.agent.presets;

import java.util.regex.Pattern;

/** Patterns made from paths, for requests whose pattern is not known. */
final class Routes {
  private static final int MAX_SEGMENTS = 8;
  private static final int MAX_SEGMENT_CHARS = 40;

  /** Maximum length of a segment that is kept, and some characters more. */
  private static final int MAX_CHARS = 1024;

  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._~-]+");
  private static final Pattern NUMBER = Pattern.compile("[._~-]*[0-9][0-9._~-]*");

  /**
   * Pattern of a segment of letters and digits: UUIDs, hashes, and tokens that must not become
   * names.
   */
  private static final Pattern TOKEN = Pattern.compile("(?=.*[0-9])(?=.*[A-Za-z]).{8,}");

  /** Pattern of a word with a version after it, as in api-docs-v3. */
  private static final Pattern VERSION = Pattern.compile("[a-z]+(?:[._-][a-z]+)*[._-]v?[0-9]{1,2}");

  private Routes() {}

  /**
   * Returns the path with {@code {id}} for segments that are numbers, that have at least 8 letters
   * and digits together, or that are no plain words; without parameters, and at most {@value
   * #MAX_SEGMENTS} segments.
   */
  static String of(String path) {
    StringBuilder route = new StringBuilder();
    int segments = 0;
    int at = 0;
    int length = Math.min(path.length(), MAX_CHARS);
    while (at < length) {
      int end = path.indexOf('/', at);
      end = end < 0 || end > length ? length : end;
      int parameters = path.indexOf(';', at);
      String segment = path.substring(at, parameters < 0 || parameters > end ? end : parameters);
      at = end + 1;
      if (!segment.isEmpty()) {
        if (++segments > MAX_SEGMENTS) {
          return route.append("/**").toString();
        }
        route.append('/').append(isWord(segment) ? segment : "{id}");
      }
    }
    return segments == 0 ? "/" : route.toString();
  }

  private static boolean isWord(String segment) {
    return segment.length() <= MAX_SEGMENT_CHARS
        && WORD.matcher(segment).matches()
        && !NUMBER.matcher(segment).matches()
        && (!TOKEN.matcher(segment).matches() || VERSION.matcher(segment).matches());
  }
}
