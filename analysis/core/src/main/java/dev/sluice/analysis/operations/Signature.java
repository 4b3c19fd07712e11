package dev.sluice.analysis.operations;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parts of operation signatures. What is no signature of Java, as a statement of SQL or a route,
 * stays as it is. Records have both in the same field, so the text decides, by all of it that
 * stands before the parameters: modifiers, one type, and a qualified name.
 */
public final class Signature {
  private static final Pattern PACKAGES =
      Pattern.compile("(?:[^\\s.,<>&?()]++\\.)+(?=[^\\s.,<>&?()])");
  private static final Set<String> MODIFIERS =
      Set.of(
          ("public protected private static final abstract synchronized native strictfp default"
                  + " transient volatile")
              .split(" "));

  /** First words of statements that the name of a function may follow. */
  private static final Set<String> STATEMENTS =
      Set.of(
          ("ANALYZE BEGIN CALL COMMENT COPY DECLARE DELETE DESC DESCRIBE DO EXEC EXECUTE EXPLAIN IF"
                  + " INSERT LOAD LOCK MERGE OPTIMIZE PRAGMA PREPARE REFRESH REINDEX REPLACE RETURN"
                  + " SELECT SET SHOW TABLE TRUNCATE UPDATE UPSERT VACUUM VALUES WITH")
              .split(" "));

  /** What no name of a class or a method has, and statements and routes do. */
  private static final String SIGNS = "=!+*%,:|&^~@{}'\"`?/\\#";

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
    String qualified = qualified(signature);
    int method = dot(qualified, signature);
    String type = method < 0 ? "" : simple(qualified.substring(0, method)) + ".";
    String parameters = simple(signature.substring(open + 1, signature.lastIndexOf(')')));
    return type
        + qualified.substring(method + 1)
        + "("
        + COMMA.matcher(parameters.strip()).replaceAll(", ")
        + ")";
  }

  /** {@link #brief} without parameters: {@code Db.run}. */
  public static String name(String signature) {
    String brief = brief(signature);
    return open(signature) < 0 ? brief : brief.substring(0, brief.indexOf('('));
  }

  /** The class, here {@code org.h2.Db}: the component that the operation belongs to. */
  public static String type(String signature) {
    String qualified = qualified(signature);
    int method = dot(qualified, signature);
    return method < 0 ? qualified : qualified.substring(0, method);
  }

  /** The name of the method, here {@code run}. */
  public static String method(String signature) {
    String qualified = qualified(signature);
    return qualified.substring(dot(qualified, signature) + 1);
  }

  /** The last part of a class's name, here {@code Db}, and of those that it is made of. */
  public static String simple(String type) {
    return PACKAGES.matcher(type).replaceAll("");
  }

  /** The name of the method with its class; all of a text that is no signature. */
  private static String qualified(String signature) {
    int open = open(signature);
    return open < 0 ? signature : signature.substring(last(signature, ' ', open) + 1, open);
  }

  /** Where the name of the method begins, less 1; -1 in another language, with dots of its own. */
  private static int dot(String qualified, String signature) {
    boolean isOther =
        qualified.equals(signature) && (signature.indexOf(' ') >= 0 || signature.indexOf('(') >= 0);
    return isOther ? -1 : last(qualified, '.', qualified.length());
  }

  /** Where the parameters of a signature begin; -1 if the text is none. */
  private static int open(String text) {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    boolean isSignature =
        open > 0
            && close > open
            && text.indexOf(')') == close
            && (close == text.length() - 1 || text.startsWith(" throws ", close + 1))
            && isHead(text, open);
    return isSignature ? open : -1;
  }

  /** Whether that is modifiers, a type or none, and the qualified name of a method. */
  private static boolean isHead(String text, int end) {
    int name = last(text, ' ', end) + 1;
    int dot = text.indexOf('.', name);
    return dot > name && dot < end - 1 && isPlain(text, end) && types(text, name - 1) < 2;
  }

  /** Whether it has type arguments and, outside of them, no sign that a declaration has not. */
  private static boolean isPlain(String text, int end) {
    int depth = 0;
    for (int i = 0; i < end && depth >= 0; i++) {
      char at = text.charAt(i);
      depth += at == '<' ? 1 : at == '>' ? -1 : 0;
      if (depth == 0 && SIGNS.indexOf(at) >= 0) {
        return false;
      }
    }
    return depth == 0;
  }

  /** How many types are before a name; a word of SQL counts twice, since it is none. */
  private static int types(String text, int end) {
    int types = 0;
    for (int to = end; to > 0; ) {
      int from = last(text, ' ', to) + 1;
      String word = text.substring(from, to);
      if (!MODIFIERS.contains(word) && word.indexOf('<') != 0) {
        types += isStatement(word) ? 2 : 1;
      }
      to = from - 1;
    }
    return types;
  }

  private static boolean isStatement(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    return STATEMENTS.contains(upper)
        && (upper.equals(word) || upper.toLowerCase(Locale.ROOT).equals(word));
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
