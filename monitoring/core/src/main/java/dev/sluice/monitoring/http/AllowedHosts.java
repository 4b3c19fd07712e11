package dev.sluice.monitoring.http;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Host names under which a page may be requested. A browser sends the name that the user or a
 * foreign page has put into the address. A foreign page can make a name of its own lead to this
 * machine (DNS rebinding), but neither an address in figures nor our names. For any thread.
 */
final class AllowedHosts {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]+]");
  private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

  private final String given;

  /** Allows {@code localhost}, every numeric address, and the name that the user gave. */
  AllowedHosts(String given) {
    this.given = given.toLowerCase(Locale.ROOT);
  }

  /** Returns whether a request with this {@code Host} header, or null for none, is answered. */
  boolean allows(String host) {
    if (host == null) {
      return false;
    }
    String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    return name.equals("localhost")
        || name.equals(given)
        || IPV4.matcher(name).matches()
        || IPV6.matcher(name).matches();
  }
}
