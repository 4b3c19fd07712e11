package dev.sluice.analysis.operations;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Parts of operation signatures. What is no signature stays as it is. */
public final class Signature {
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
    int method = qualified.lastIndexOf('.');
    int type = qualified.lastIndexOf('.', method - 1);
    String parameters =
        Arrays.stream(signature.substring(open + 1, signature.lastIndexOf(')')).split(","))
            .map(name -> simple(name.strip()))
            .collect(Collectors.joining(", "));
    return qualified.substring(type + 1) + "(" + parameters + ")";
  }

  /** The class, here {@code org.h2.Db}: the component that the operation belongs to. */
  public static String type(String signature) {
    int open = open(signature);
    String qualified = open < 0 ? signature : qualified(signature, open);
    int method = qualified.lastIndexOf('.');
    return method < 0 ? qualified : qualified.substring(0, method);
  }

  /** The name of the method, here {@code run}. */
  public static String method(String signature) {
    int open = open(signature);
    String qualified = open < 0 ? signature : qualified(signature, open);
    return qualified.substring(qualified.lastIndexOf('.') + 1);
  }

  /** The last part of a class's name, here {@code Db}. */
  public static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  private static int open(String signature) {
    int open = signature.indexOf('(');
    return signature.lastIndexOf(')') < open ? -1 : open;
  }

  private static String qualified(String signature, int open) {
    return signature.substring(signature.lastIndexOf(' ', open) + 1, open);
  }
}
