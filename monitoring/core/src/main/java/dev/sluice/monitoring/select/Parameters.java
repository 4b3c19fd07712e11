package dev.sluice.monitoring.select;

import java.util.ArrayList;
import java.util.List;

/** A pattern of parameter types, in which {@code ..} stands for any number of them. Immutable. */
final class Parameters {
  private static final String ANY_NUMBER = "..";

  /** Globs of the types; null for any number of any types. */
  private final List<Glob> types = new ArrayList<>();

  /** Creates a pattern from the texts between the commas; none is blank. */
  Parameters(List<String> texts) {
    texts.forEach(text -> types.add(text.equals(ANY_NUMBER) ? null : Glob.ofType(text)));
  }

  boolean match(List<String> parameters) {
    return match(0, parameters, 0);
  }

  private boolean match(int pattern, List<String> parameters, int from) {
    if (pattern == types.size()) {
      return from == parameters.size();
    }
    Glob type = types.get(pattern);
    if (type != null) {
      return from < parameters.size()
          && type.matches(parameters.get(from))
          && match(pattern + 1, parameters, from + 1);
    }
    for (int next = from; next <= parameters.size(); next++) {
      if (match(pattern + 1, parameters, next)) {
        return true;
      }
    }
    return false;
  }
}
