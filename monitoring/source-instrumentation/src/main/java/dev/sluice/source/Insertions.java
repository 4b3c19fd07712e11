package dev.sluice.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Texts to insert into a source file, none of them with a line end. For one thread. */
final class Insertions {
  private record Insertion(int offset, int order, String text) {}

  private final List<Insertion> insertions = new ArrayList<>();

  /** Adds text before the character at an offset, after earlier text for that offset. */
  void add(int offset, String text) {
    insertions.add(new Insertion(offset, insertions.size(), text));
  }

  /**
   * Returns the text with all insertions, which are made from the end, so that offsets stay right.
   */
  String into(String text) {
    StringBuilder result = new StringBuilder(text);
    insertions.stream()
        .sorted(
            Comparator.comparingInt(Insertion::offset)
                .thenComparingInt(Insertion::order)
                .reversed())
        .forEach(insertion -> result.insert(insertion.offset(), insertion.text()));
    return result.toString();
  }
}
