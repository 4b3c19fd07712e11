package dev.sluice.api.config;

/**
 * A value of an option that is in effect, with its origin.
 *
 * @param key the option's name
 * @param value as text, null for none; {@code ****} for a secret
 * @param origin where it comes from: {@code URI}, {@code system property sluice.delay}, {@code
 *     default}
 */
public record Setting(String key, String value, String origin) {
  /** Origin of values that nobody gave. */
  public static final String DEFAULT = "default";

  /** Masks the value if the option is a secret. */
  public Setting {
    boolean secret = value != null && !origin.equals(DEFAULT) && Secrets.isSecret(key);
    value = secret ? Secrets.MASK : value;
  }

  /** Returns the setting as {@code key = value (origin)}. */
  @Override
  public String toString() {
    return key + " = " + (value == null ? "" : value) + " (" + origin + ")";
  }
}
