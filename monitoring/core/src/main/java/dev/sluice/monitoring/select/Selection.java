package dev.sluice.monitoring.select;

import java.util.List;

/**
 * Selection of the methods that an include pattern matches and no exclude pattern does.
 * Constructors and static initialisers are included only by patterns that name them. Immutable.
 */
public final class Selection {
  private final List<Pattern> includes;
  private final List<Pattern> excludes;

  private Selection(List<Pattern> includes, List<Pattern> excludes) {
    this.includes = List.copyOf(includes);
    this.excludes = List.copyOf(excludes);
  }

  /** Makes a selection; without an include pattern, nothing is chosen. */
  public static Selection of(List<Pattern> includes, List<Pattern> excludes) {
    return new Selection(includes, excludes);
  }

  List<Pattern> includes() {
    return includes;
  }

  /**
   * Returns whether a class may have methods that are chosen; cheap, because it is called before
   * the class is read.
   */
  public boolean mayHave(String typeName) {
    for (Pattern exclude : excludes) {
      if (exclude.isForTypes() && exclude.mayMatch(typeName)) {
        return false;
      }
    }
    for (Pattern include : includes) {
      if (include.mayMatch(typeName)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a method is chosen. */
  public boolean has(Candidate candidate) {
    for (Pattern exclude : excludes) {
      if (exclude.matches(candidate)) {
        return false;
      }
    }
    for (Pattern include : includes) {
      if (include.includes(candidate)) {
        return true;
      }
    }
    return false;
  }
}
