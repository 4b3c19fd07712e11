package dev.sluice.monitoring.select;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A method or constructor that may be chosen, with the properties that patterns use. All type names
 * are binary names of erased types; arrays end in {@code []}. Immutable.
 *
 * @param type the declaring class
 * @param name of the method, {@value #CONSTRUCTOR} or {@value #STATIC_INITIALISER}
 * @param modifiers the bits of {@link Modifier}; others are ignored
 * @param result the result type; of no meaning for constructors
 * @param parameters the parameter types
 * @param annotations the names of the annotations on the method and on the declaring class
 */
public record Candidate(
    String type,
    String name,
    int modifiers,
    String result,
    List<String> parameters,
    Set<String> annotations) {
  /** Name of all constructors. */
  public static final String CONSTRUCTOR = "<init>";

  /** Name of static initialisers. */
  public static final String STATIC_INITIALISER = "<clinit>";

  /** Word in the place of a constructor's result type. */
  static final String NEW = "new";

  /** Copies the collections. */
  public Candidate {
    parameters = List.copyOf(parameters);
    annotations = Set.copyOf(annotations);
  }

  /**
   * Returns the candidate with a {@link #signature} and annotations. Names must have no blanks,
   * dots and parentheses, as they are in Java sources.
   *
   * @throws IllegalArgumentException if the text is no signature
   */
  public static Candidate of(String signature, Set<String> annotations) {
    int open = signature.indexOf('(');
    String[] words = signature.substring(0, Math.max(0, open)).split(" ");
    int last = words.length - 1;
    int dot = words[last].lastIndexOf('.');
    if (last < 1 || dot < 1 || !signature.endsWith(")")) {
      throw new IllegalArgumentException("no signature: " + signature);
    }
    String parameters = signature.substring(open + 1, signature.length() - 1);
    return new Candidate(
        words[last].substring(0, dot),
        words[last].substring(dot + 1),
        Stream.of(words)
            .limit(last - 1)
            .mapToInt(word -> Condition.MODIFIERS.getOrDefault(word, 0))
            .sum(),
        words[last - 1].equals(NEW) ? "void" : words[last - 1],
        parameters.isEmpty() ? List.of() : List.of(parameters.split(", ")),
        annotations);
  }

  /** Returns whether the candidate is a constructor. */
  public boolean isConstructor() {
    return name.equals(CONSTRUCTOR);
  }

  /**
   * Returns whether only a pattern that names the candidate includes it: a constructor or static
   * initialiser.
   */
  boolean isInitialiser() {
    return name.startsWith("<");
  }

  /**
   * Returns the text that names the operation in records, as Kieker writes it but without {@code
   * throws}: {@code public static java.lang.String com.acme.Foo.bar(int, java.lang.String)}, {@code
   * public new com.acme.Foo.<init>(int)}.
   */
  public String signature() {
    int relevant = isConstructor() ? Modifier.constructorModifiers() : Modifier.methodModifiers();
    StringBuilder text = new StringBuilder(128).append(Modifier.toString(modifiers & relevant));
    if (!text.isEmpty()) {
      text.append(' ');
    }
    return text.append(isConstructor() ? NEW : result)
        .append(' ')
        .append(type)
        .append('.')
        .append(name)
        .append('(')
        .append(String.join(", ", parameters))
        .append(')')
        .toString();
  }
}
