package dev.sluice.api.config;

import java.util.regex.Pattern;

/** Which keys name a secret. */
public final class Secrets {
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i).*(password|passwd|secret|token|credential|jaas|(^|[._-])key$|private).*");

  /** What is shown instead. */
  public static final String MASK = "****";

  private Secrets() {}

  /** Whether the value of that key must never be shown. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).matches();
  }
}
