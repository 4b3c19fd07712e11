package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Options in another process: their paths must not depend on where that process runs. */
final class AbsolutePaths {
  private static final String FILE = "file";

  private AbsolutePaths() {}

  /** Returns the value of an option, with relative paths resolved against our own directory. */
  static String of(String name, String value) {
    if (name.equals("sink")) {
      return sink(value);
    }
    return isPath(name)
        ? Arrays.stream(value.split("\\|"))
            .map(AbsolutePaths::path)
            .collect(Collectors.joining("|"))
        : value;
  }

  private static String path(String text) {
    return text.isBlank() ? text : Path.of(text.strip()).toAbsolutePath().toString();
  }

  /** The settings of Kafka's client have no kinds. */
  private static boolean isPath(String name) {
    return name.equals("plugins")
        || name.startsWith("kafka.") && name.endsWith(".location")
        || AgentKeys.all(scheme -> true)
            .anyMatch(key -> key.type().equals("path") && key.name().equals(name));
  }

  /** Returns the URI, with the path of a relative file sink and those of its options resolved. */
  static String sink(String uri) {
    Endpoint endpoint = Endpoint.parse(uri);
    boolean bare = !uri.matches("(?s)[a-zA-Z][a-zA-Z0-9+.-]+:.*");
    int query = bare ? -1 : uri.indexOf('?');
    String start = query < 0 ? uri : uri.substring(0, query);
    if (endpoint.scheme().equals(FILE)
        && endpoint.authority().isEmpty()
        && !Path.of(endpoint.path()).isAbsolute()) {
      // A bare path has no options, and its characters mean themselves.
      start = FILE + ":" + encode(path(endpoint.path()));
    }
    return query < 0 ? start : start + "?" + query(uri.substring(query + 1));
  }

  private static String query(String query) {
    return Arrays.stream(query.split("&"))
        .map(
            pair -> {
              int equals = pair.indexOf('=');
              String name = pair.substring(0, Math.max(0, equals));
              return isPath(name)
                  ? name + "=" + encode(of(name, decode(pair.substring(equals + 1))))
                  : pair;
            })
        .collect(Collectors.joining("&"));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static String encode(String path) {
    return path.replace("%", "%25").replace("?", "%3F").replace(";", "%3B").replace("&", "%26");
  }
}
