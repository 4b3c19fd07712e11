package dev.sluice.benchmarks;

import dev.sluice.cli.Suggestions;
import dev.sluice.tools.ToolException;
import java.util.List;

/** Picks from what there is by names on the command line. */
public final class Choice {
  private Choice() {}

  /**
   * Those with these names, in the order of all; all if there is no name.
   *
   * @param all each known by its {@code toString}
   * @throws ToolException if a name is not known; the message has the nearest one
   */
  public static <T> List<T> of(String what, List<String> names, List<T> all) {
    List<String> known = all.stream().map(Object::toString).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new ToolException(
            Suggestions.unknown(what, name, known) + " (known: " + String.join(", ", known) + ")");
      }
    }
    return all.stream().filter(t -> names.isEmpty() || names.contains(t.toString())).toList();
  }
}
