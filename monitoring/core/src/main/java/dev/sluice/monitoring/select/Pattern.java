package dev.sluice.monitoring.select;

import dev.sluice.api.config.ConfigurationException;
import java.util.ArrayList;
import java.util.List;

/** A description of methods in one line; see the package for its syntax. Immutable. */
public final class Pattern {
  private final String text;
  private final List<Condition> conditions;
  private final Glob type;
  private final Glob method;
  private final Glob result;
  private final Parameters parameters;

  /** Creates a pattern from its parts; a null part matches anything. */
  Pattern(
      String text,
      List<Condition> conditions,
      Glob type,
      Glob method,
      Glob result,
      Parameters parameters) {
    this.text = text;
    this.conditions = List.copyOf(conditions);
    this.type = type;
    this.method = method;
    this.result = result;
    this.parameters = parameters;
  }

  /**
   * Converts a text to a pattern.
   *
   * @throws ConfigurationException if it is none; one problem, which names the pattern, the column
   *     from 1 and a correct form
   */
  public static Pattern parse(String text) {
    return PatternParser.parse(text);
  }

  /**
   * Reads patterns that are separated by {@code |}, those in brackets and parentheses excepted;
   * blank ones are skipped.
   *
   * @throws ConfigurationException naming all mistakes
   */
  public static List<Pattern> parseAll(String texts) {
    List<Pattern> patterns = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (PatternWords.Word word : PatternWords.split(texts, '|')) {
      try {
        if (!word.text().isBlank()) {
          patterns.add(parse(word.text().trim()));
        }
      } catch (ConfigurationException e) {
        problems.addAll(e.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    return patterns;
  }

  /** Returns whether methods of the class with this binary name may match. */
  boolean mayMatch(String typeName) {
    return type == null || type.matches(typeName);
  }

  /**
   * Returns whether the pattern describes whole classes: all their methods, constructors and
   * initialisers match.
   */
  boolean isForTypes() {
    return conditions.isEmpty() && method == null;
  }

  /**
   * Returns whether the pattern includes a method; it includes constructors and initialisers only
   * if it names them.
   */
  boolean includes(Candidate candidate) {
    return (method != null || !candidate.isInitialiser()) && matches(candidate);
  }

  /**
   * Returns whether the pattern describes a method; a pattern of a whole class describes all its
   * methods.
   */
  public boolean matches(Candidate candidate) {
    return mayMatch(candidate.type())
        && (method == null || method.matches(candidate.name()))
        && (result == null || result.matches(candidate.result()))
        && (parameters == null || parameters.match(candidate.parameters()))
        && allHold(candidate);
  }

  private boolean allHold(Candidate candidate) {
    for (Condition condition : conditions) {
      if (!condition.holds(candidate)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the pattern's original text. */
  @Override
  public String toString() {
    return text;
  }
}
