package dev.sluice.support.wire;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.SmallFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Address and options that both halves of the TCP binding read from {@code
 * tcp://host:9931?tls=true&tls.trust=ca.pem}.
 *
 * @param host a name or an address, IPv6 without its brackets; empty for this machine, by its
 *     loopback address
 * @param port 0 to 65535
 * @param tls how the connection is encrypted, or null if it is not
 * @param token what a writer tells and a reader asks for, or null
 */
public record TcpAddress(String host, int port, Tls tls, TcpToken token) {
  /** Port of the examples; no port is officially assigned. */
  public static final int EXAMPLE_PORT = 9931;

  private static final Pattern AUTHORITY =
      Pattern.compile("(?:\\[([^\\[\\]]+)\\]|([^:\\[\\]@]*)):(\\d{1,5})");
  private static final Key<Boolean> TLS =
      Key.flag("tls", false, "Encrypts the connection.").powerful();
  private static final Key<Boolean> VERIFY =
      Key.flag(
              "tls.verify.hostname",
              true,
              "Whether the reader's certificate must bear the name in the URI.")
          .powerful();
  private static final List<Key<Path>> FILES =
      List.of(
          Key.path(
              "tls.trust",
              "PEM file of trusted certificates; without it a writer trusts those of the JDK,"
                  + " and a reader requests no certificate from writers."),
          Key.path("tls.certificate", "PEM file with the own certificate and its chain."),
          Key.path(
              "tls.key", "PEM file with the certificate's private key, PKCS #8, not encrypted."));

  /** Options that both halves read. */
  public static final List<Key<?>> KEYS =
      Stream.of(List.of(TLS, VERIFY), FILES, TcpToken.KEYS).<Key<?>>flatMap(List::stream).toList();

  /**
   * Files in PEM form; a file that is not given is null.
   *
   * @param trust certificates of whom we trust; without it a writer trusts whom the JDK trusts, and
   *     a reader asks writers for no certificate
   * @param certificate our certificate and those between it and the authority
   * @param key its private key, PKCS #8, not encrypted
   * @param verifyHostname whether the reader's certificate must bear the name in the address
   */
  public record Tls(Path trust, Path certificate, Path key, boolean verifyHostname) {
    /**
     * Maximum size of a file in bytes; a system's list of trusted certificates has about 256 KiB.
     */
    private static final int MAX_BYTES = 16 << 20;

    /** Opens a stream of a file's content, which was read as a whole. */
    public static InputStream open(Path file) throws IOException {
      try {
        return new ByteArrayInputStream(SmallFile.read(file, MAX_BYTES));
      } catch (IOException e) {
        throw new IOException("'" + file + "' cannot be read: " + e.getMessage(), e);
      }
    }

    /** Returns the files that are given. */
    public List<Path> files() {
      return Stream.of(trust, certificate, key).filter(Objects::nonNull).toList();
    }
  }

  /** Reads an endpoint; mistakes are noted in its options. */
  public static TcpAddress of(Endpoint endpoint) {
    Options options = endpoint.options();
    Tls tls = tls(options);
    TcpToken token = TcpToken.of(options);
    Matcher matcher = AUTHORITY.matcher(endpoint.authority());
    int port = matcher.matches() ? Integer.parseInt(matcher.group(3)) : -1;
    if (port < 0 || port > 65_535) {
      options.problem(
          "'%s' names no host and port; write it as tcp://host:%d or tcp://[::1]:%d"
              .formatted(endpoint, EXAMPLE_PORT, EXAMPLE_PORT));
      return new TcpAddress("localhost", EXAMPLE_PORT, tls, token);
    }
    if (!endpoint.path().isEmpty() && !endpoint.path().equals("/")) {
      options.problem("'" + endpoint + "' has a path, which a TCP address has not");
    }
    String bracketed = matcher.group(1);
    return new TcpAddress(bracketed == null ? matcher.group(2) : bracketed, port, tls, token);
  }

  private static Tls tls(Options options) {
    boolean on = options.get(TLS);
    boolean verify = options.get(VERIFY);
    Path[] files = FILES.stream().map(options::get).toArray(Path[]::new);
    for (int i = 0; i < files.length; i++) {
      if (!on && files[i] != null) {
        options.problem("option '" + FILES.get(i) + "' needs tls=true");
      }
    }
    if ((files[1] == null) != (files[2] == null)) {
      options.problem("options 'tls.certificate' and 'tls.key' go together");
    }
    return on ? new Tls(files[0], files[1], files[2], verify) : null;
  }

  /** Returns the address as in the URI, without options. */
  @Override
  public String toString() {
    return "tcp://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** Returns the reason of a failed connection and, if there is one, its cause. */
  public static String reason(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    return message.contains(String.valueOf(root.getMessage()))
        ? message
        : message + " (" + root.getMessage() + ")";
  }
}
