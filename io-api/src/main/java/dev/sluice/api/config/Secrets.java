package dev.sluice.api.config;

import java.util.regex.Pattern;

/** Recognition and masking of secrets in keys, values and texts. */
public final class Secrets {
  /**
   * Pattern of a key that names a secret: it must say that it opens something, because records have
   * keys, too.
   */
  private static final String SECRET_KEY =
      "(access|account|api|encryption|keystore|master|shared|signing)[._-]?key$";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(password|passwd|secret|token|credential|jaas|private|" + SECRET_KEY + ").*");

  /** Text that replaces a secret. */
  public static final String MASK = "****";

  /**
   * Minimum length of a secret that is masked wherever it occurs, because it cannot occur by
   * chance.
   */
  private static final int LONG = 8;

  /**
   * Minimum length of a secret that is masked as a whole word; shorter ones are words of every
   * language.
   */
  private static final int SHORT = 4;

  private static final Pattern USER = Pattern.compile("(?<=//)[^\\s'\"]*@");

  private Secrets() {}

  /**
   * Returns a text of another program with the secret masked. A secret of less than 4 characters is
   * masked only in the place of a value, behind {@code =}, {@code :} or a quote; one of less than 8
   * only as a whole word: else the text could not be read any more.
   */
  public static String mask(String text, String secret) {
    if (secret.length() >= LONG) {
      return text.replace(secret, MASK);
    }
    String before = secret.length() < SHORT ? "(?<=[=:\"'] ?)" : "(?<!\\w)";
    return text.replaceAll(before + Pattern.quote(secret) + "(?!\\w)", MASK);
  }

  /** Returns a text in which URIs have no user and no password. */
  public static String maskUser(String text) {
    return USER.matcher(text).replaceAll(MASK + "@");
  }

  /** Returns whether the value of this key must never be shown. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).matches();
  }
}
