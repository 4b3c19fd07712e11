package dev.sluice.source;

import java.nio.file.Path;

/**
 * A human-readable note about a place in the sources.
 *
 * @param file relative to the sources
 * @param line from 1; 0 if it is about the whole file
 * @param text the message
 */
public record Note(Path file, int line, String text) {
  /** Returns the note as {@code file:line: text}. */
  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + text;
  }
}
