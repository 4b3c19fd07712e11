package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import java.nio.file.Path;

/** A file sink in another process: its directory must not depend on where that process runs. */
final class AbsoluteSink {
  private static final String FILE = "file";

  private AbsoluteSink() {}

  /** The URI, with the path of a relative file sink resolved against our own directory. */
  static String of(String uri) {
    Endpoint endpoint = Endpoint.parse(uri);
    if (!endpoint.scheme().equals(FILE)
        || !endpoint.authority().isEmpty()
        || Path.of(endpoint.path()).isAbsolute()) {
      return uri;
    }
    int query = uri.indexOf('?');
    boolean bare = !uri.regionMatches(true, 0, FILE + ":", 0, FILE.length() + 1);
    // A bare path has no options, and its characters mean themselves.
    return FILE
        + ":"
        + encode(Path.of(endpoint.path()).toAbsolutePath().toString())
        + (bare || query < 0 ? "" : uri.substring(query));
  }

  private static String encode(String path) {
    return path.replace("%", "%25").replace("?", "%3F").replace(";", "%3B");
  }
}
