package dev.sluice.api.config;

import java.util.regex.Pattern;

/** Which keys name a secret. */
public final class Secrets {
  /** A key is a secret only if it says that it opens something: records have keys, too. */
  private static final String SECRET_KEY =
      "(access|account|api|encryption|keystore|master|shared|signing)[._-]?key$";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(password|passwd|secret|token|credential|jaas|private|" + SECRET_KEY + ").*");

  /** What is shown instead. */
  public static final String MASK = "****";

  /** Secrets of at least this length do not occur in other texts by chance. */
  private static final int LONG = 8;

  /** Shorter ones are words of every language, or parts of them. */
  private static final int SHORT = 4;

  private static final Pattern USER = Pattern.compile("(?<=//)[^\\s'\"]*@");

  private Secrets() {}

  /**
   * A text of somebody else's, in which a secret may stand, without it. One of less than 4
   * characters is masked only where a value stands, behind {@code =}, {@code :} or a quote; one of
   * less than 8 only as a whole word: else the text could not be read any more.
   */
  public static String mask(String text, String secret) {
    if (secret.length() >= LONG) {
      return text.replace(secret, MASK);
    }
    String before = secret.length() < SHORT ? "(?<=[=:\"'] ?)" : "(?<!\\w)";
    return text.replaceAll(before + Pattern.quote(secret) + "(?!\\w)", MASK);
  }

  /** A text with URIs in which somebody has put a user and a password, without these. */
  public static String maskUser(String text) {
    return USER.matcher(text).replaceAll(MASK + "@");
  }

  /** Whether the value of that key must never be shown. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).matches();
  }
}
