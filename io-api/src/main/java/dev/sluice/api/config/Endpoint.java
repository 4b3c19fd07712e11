package dev.sluice.api.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sink or a source: {@code file:/var/log/app/records}, {@code tcp://host:9931}, {@code
 * kafka://b1:9092,b2:9092/topic?compression=lz4}. Immutable but for its {@link Options}.
 *
 * @param scheme lower case
 * @param authority what stands between {@code //} and the next slash, or an empty string
 * @param path the rest before the question mark: a path for {@code file}, {@code /topic} for Kafka
 * @param options the options behind the question mark
 */
public record Endpoint(String scheme, String authority, String path, Options options) {
  private static final Pattern URI =
      Pattern.compile(
          "([a-zA-Z][a-zA-Z0-9+.-]+):(?://([^/?]*))?([^?]*)(?:\\?(.*))?", Pattern.DOTALL);

  /**
   * Reads a URI; a text without a scheme is the path of a file.
   *
   * @throws ConfigurationException if it is empty or an option has no value
   */
  public static Endpoint parse(String text) {
    return parse(text, Map.of());
  }

  /** Reads a URI and adds options from elsewhere; options in the URI win. */
  public static Endpoint parse(String text, Map<String, String> defaults) {
    return parse(text, new Options(defaults));
  }

  /** Reads a URI and sets its options over the given ones. */
  public static Endpoint parse(String text, Options options) {
    if (text.isBlank()) {
      throw new ConfigurationException(
          List.of("an empty URI; expected something like file:records or kafka://host:9092/topic"));
    }
    Matcher matcher = URI.matcher(text);
    if (!matcher.matches()) {
      return new Endpoint("file", "", text, options);
    }
    String authority = matcher.group(2) == null ? "" : matcher.group(2);
    if (matcher.group(4) != null && !matcher.group(4).isEmpty()) {
      readQuery(matcher.group(4), options);
    }
    String path = decode(matcher.group(3));
    return new Endpoint(matcher.group(1).toLowerCase(Locale.ROOT), authority, path, options);
  }

  private static void readQuery(String query, Options options) {
    for (String pair : query.split("&")) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw new ConfigurationException(
            List.of("option '" + pair + "' has no value; write it as name=value"));
      }
      options.set(
          decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)), Options.URI);
    }
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          List.of("'" + Secrets.maskUser(text) + "' is not percent-encoded as a URI must be"));
    }
  }

  /** Returns the endpoint without its options and a user, which may hold secrets. */
  @Override
  public String toString() {
    return authority.isEmpty()
        ? scheme + ":" + path
        : Secrets.maskUser(scheme + "://" + authority + path);
  }
}
