package dev.sluice.tools.recordings;

import dev.sluice.api.config.Nearest;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.PerType;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Selects the records of one type, named with or without its version; remembers the types that it
 * saw.
 */
public final class TypeFilter {
  private static final int MAX_NAMES = 1000;
  private static final int SHOWN_NAMES = 20;

  private final String wanted;
  private final Set<String> names = new TreeSet<>();
  private final PerType<Boolean> accepted = new PerType<>(this::meet);
  private boolean matched;

  /** Creates a filter for a type name, or null for all types. */
  public TypeFilter(String wanted) {
    this.wanted = wanted;
  }

  private boolean meet(RecordType type) {
    if (names.size() < MAX_NAMES) {
      names.add(type.qualifiedName());
    }
    boolean accepts =
        wanted == null || wanted.equals(type.name()) || wanted.equals(type.qualifiedName());
    matched |= accepts;
    return accepts;
  }

  /** Returns whether records of that type are wanted. */
  public boolean accepts(RecordType type) {
    return accepted.of(type);
  }

  private String listed() {
    String first = names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "));
    return names.size() > SHOWN_NAMES ? first + ", …" : first;
  }

  /** Refuses a name that no type had, and says which there are. */
  public void check(SourceSpec source) {
    if (wanted == null || matched) {
      return;
    }
    String held = names.isEmpty() ? "" : " (it holds: " + listed() + ")";
    throw new ToolException(
        "no record of type '" + wanted + "' in " + source + held + Nearest.hint(wanted, names));
  }
}
