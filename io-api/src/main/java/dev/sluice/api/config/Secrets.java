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

  private Secrets() {}

  /** Whether the value of that key must never be shown. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).matches();
  }
}
