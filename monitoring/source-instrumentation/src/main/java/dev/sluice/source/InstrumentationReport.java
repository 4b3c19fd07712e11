package dev.sluice.source;

import java.util.List;

/**
 * Result of an instrumentation of sources.
 *
 * @param files Java files
 * @param instrumentedFiles those that have probes now and had none
 * @param alreadyInstrumented those that had them before, and were copied
 * @param otherFiles files that are no Java sources, and were copied
 * @param operations methods, constructors and static initialisers that have a probe now
 * @param untouched what was chosen or could not be read, and is as it was
 * @param unknownTypes types in signatures that are neither in the sources nor on the class path:
 *     the signatures have them as they are imported or written
 */
public record InstrumentationReport(
    int files,
    int instrumentedFiles,
    int alreadyInstrumented,
    int otherFiles,
    int operations,
    List<Note> untouched,
    List<Note> unknownTypes) {
  /** Copies the lists. */
  public InstrumentationReport {
    untouched = List.copyOf(untouched);
    unknownTypes = List.copyOf(unknownTypes);
  }
}
