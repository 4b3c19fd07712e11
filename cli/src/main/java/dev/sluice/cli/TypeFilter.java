package dev.sluice.cli;

import dev.sluice.api.config.Nearest;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.format.PerType;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lets records of one type through, named with or without its version; remembers the types it met.
 */
final class TypeFilter {
  private final String wanted;
  private final Set<String> names = new TreeSet<>();
  private final PerType<Boolean> accepted = new PerType<>(this::meet);
  private boolean matched;

  /** With the wanted name, or null for all types. */
  TypeFilter(String wanted) {
    this.wanted = wanted;
  }

  private boolean meet(RecordType type) {
    names.add(type.qualifiedName());
    boolean accepts =
        wanted == null || wanted.equals(type.name()) || wanted.equals(type.qualifiedName());
    matched |= accepts;
    return accepts;
  }

  boolean accepts(RecordType type) {
    return accepted.of(type);
  }

  /** Refuses a name that no type had, and says which there are. */
  void check(Source source) {
    if (wanted == null || matched) {
      return;
    }
    String held = names.isEmpty() ? "" : " (it holds: " + String.join(", ", names) + ")";
    throw new CliException(
        "no record of type '" + wanted + "' in " + source + held + Nearest.hint(wanted, names));
  }
}
