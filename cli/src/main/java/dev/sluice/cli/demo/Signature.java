package dev.sluice.cli.demo;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Operation signatures, shortened for a terminal. */
final class Signature {
  private Signature() {}

  /**
   * {@code public int org.h2.Db.run(java.lang.String, int)} as {@code Db.run(String, int)}. What is
   * no signature stays as it is.
   */
  static String brief(String signature) {
    int open = signature.indexOf('(');
    int close = signature.lastIndexOf(')');
    if (open < 0 || close < open) {
      return signature;
    }
    String qualified = signature.substring(signature.lastIndexOf(' ', open) + 1, open);
    int method = qualified.lastIndexOf('.');
    int type = qualified.lastIndexOf('.', method - 1);
    String parameters =
        Arrays.stream(signature.substring(open + 1, close).split(","))
            .map(name -> simple(name.strip()))
            .collect(Collectors.joining(", "));
    return qualified.substring(type + 1) + "(" + parameters + ")";
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
