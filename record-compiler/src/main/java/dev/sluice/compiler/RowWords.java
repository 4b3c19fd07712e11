package dev.sluice.compiler;

import dev.sluice.api.record.RowLayout;
import java.util.SortedMap;
import java.util.TreeMap;

/** The Java expressions for the words of a row, each of which is a field or two halves. */
final class RowWords {
  private final RecordModel model;
  private final SortedMap<Integer, String> expressions = new TreeMap<>();
  private final int count;

  RowWords(RecordModel model) {
    this.model = model;
    RowLayout layout = RowLayout.of(model.type().fields());
    count = layout.fixedWords();
    for (int i = 0; i < model.components().size(); i++) {
      String term = term(i, layout.shift(i) != 0);
      expressions.merge(layout.word(i), term, (lower, upper) -> lower + " | " + upper);
    }
  }

  /** Words of a row without inline data. */
  int count() {
    return count;
  }

  /** Expressions of type {@code long} by word; the one for word 0 goes into the header. */
  SortedMap<Integer, String> expressions() {
    return expressions;
  }

  private String term(int index, boolean upper) {
    Component component = model.components().get(index);
    String value = value(component, index);
    if (component.type().isWide()) {
      return value;
    }
    return upper ? "(long) " + value + " << 32" : value + " & 0xffffffffL";
  }

  private String value(Component component, int index) {
    String name = component.name();
    return switch (component.type()) {
      case BOOLEAN -> "(" + name + " ? 1 : 0)";
      case BYTE, SHORT, CHAR, INT, LONG -> name;
      case FLOAT -> "Float.floatToRawIntBits(" + name + ")";
      case DOUBLE -> "Double.doubleToRawLongBits(" + name + ")";
      case STRING, ENUM, BYTES -> model.local("half" + index);
    };
  }
}
