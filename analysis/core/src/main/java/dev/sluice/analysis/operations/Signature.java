package dev.sluice.analysis.operations;

import java.util.regex.Pattern;

/** Parts of operation signatures. What is no signature stays as it is. */
public final class Signature {
  private static final Pattern PACKAGES =
      Pattern.compile("(?:[^\\s.,<>&?()]++\\.)+(?=[^\\s.,<>&?()])");
  private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

  private Signature() {}

  /**
   * {@code public int org.h2.Db.run(java.lang.String, int)} as {@code Db.run(String, int)}, for a
   * terminal.
   */
  public static String brief(String signature) {
    int open = open(signature);
    if (open < 0) {
      return signature;
    }
    String qualified = qualified(signature, open);
    int method = last(qualified, '.', qualified.length());
    String type = method < 0 ? "" : simple(qualified.substring(0, method)) + ".";
    String parameters = simple(signature.substring(open + 1, signature.lastIndexOf(')')));
    return type
        + qualified.substring(method + 1)
        + "("
        + COMMA.matcher(parameters.strip()).replaceAll(", ")
        + ")";
  }

  /** The class, here {@code org.h2.Db}: the component that the operation belongs to. */
  public static String type(String signature) {
    int open = open(signature);
    if (open < 0 && signature.indexOf(' ') >= 0) {
      return signature; // Of another language, whose dots mean something else.
    }
    String qualified = open < 0 ? signature : qualified(signature, open);
    int method = last(qualified, '.', qualified.length());
    return method < 0 ? qualified : qualified.substring(0, method);
  }

  /** The name of the method, here {@code run}. */
  public static String method(String signature) {
    int open = open(signature);
    if (open < 0 && signature.indexOf(' ') >= 0) {
      return signature;
    }
    String qualified = open < 0 ? signature : qualified(signature, open);
    return qualified.substring(last(qualified, '.', qualified.length()) + 1);
  }

  /** The last part of a class's name, here {@code Db}, and of those that it is made of. */
  public static String simple(String type) {
    return PACKAGES.matcher(type).replaceAll("");
  }

  /** What stands before parameters of a signature, and in no statement of SQL or route. */
  private static int open(String signature) {
    int open = signature.indexOf('(');
    int close = signature.lastIndexOf(')');
    boolean isSignature =
        open > 0
            && close > open
            && signature.charAt(open - 1) != ' '
            && "?*(".indexOf(signature.charAt(open + 1)) < 0
            && signature.indexOf(')') == close
            && (close == signature.length() - 1 || signature.startsWith(" throws ", close + 1));
    return isSignature ? open : -1;
  }

  private static String qualified(String signature, int open) {
    return signature.substring(last(signature, ' ', open) + 1, open);
  }

  /** Where that sign is for the last time before {@code end}, outside of type arguments; or -1. */
  private static int last(String text, char sign, int end) {
    int inside = 0;
    for (int i = end - 1; i >= 0; i--) {
      char at = text.charAt(i);
      inside += at == '>' ? 1 : at == '<' && inside > 0 ? -1 : 0;
      if (at == sign && inside == 0) {
        return i;
      }
    }
    return -1;
  }
}
