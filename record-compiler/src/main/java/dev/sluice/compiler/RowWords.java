package dev.sluice.compiler;

import dev.sluice.api.record.RowLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Java expressions for the words of a row, each of which is a field or two halves; for word 0 only
 * the part for the header.
 */
final class RowWords {
  private final RecordModel model;
  private final RowLayout layout;
  private final SortedMap<Integer, List<Component>> components = new TreeMap<>();

  RowWords(RecordModel model) {
    this.model = model;
    this.layout = RowLayout.of(model.type().fields());
    for (int i = 0; i < model.components().size(); i++) {
      components
          .computeIfAbsent(layout.word(i), word -> new ArrayList<>())
          .add(model.components().get(i));
    }
  }

  /** Returns the number of words of a row without inline data. */
  int count() {
    return layout.fixedWords();
  }

  /** Returns the components of each word that has some. */
  SortedMap<Integer, List<Component>> components() {
    return components;
  }

  /** Returns the name of the local variable with a row's word for a reference. */
  String half(Component component) {
    return model.local("half" + model.components().indexOf(component));
  }

  /**
   * Returns an expression of type {@code long}.
   *
   * @param reference what stands for a reference
   */
  String expression(int word, Function<Component, String> reference) {
    return components.get(word).stream()
        .map(component -> term(component, reference))
        .collect(Collectors.joining(" | "));
  }

  private String term(Component component, Function<Component, String> reference) {
    String value = value(component, reference);
    if (component.type().isWide()) {
      return value;
    }
    return switch (layout.shift(model.components().indexOf(component))) {
      case 0 -> value + " & 0xffffffffL";
      case RowLayout.FLAG_SHIFT -> value + " << " + RowLayout.FLAG_SHIFT;
      default -> "(long) " + value + " << 32";
    };
  }

  private static String value(Component component, Function<Component, String> reference) {
    String name = component.name();
    return switch (component.type()) {
      case BOOLEAN -> "(" + name + " ? 1 : 0)";
      case BYTE, SHORT, CHAR, INT, LONG -> name;
      case FLOAT -> "Float.floatToRawIntBits(" + name + ")";
      case DOUBLE -> "Double.doubleToRawLongBits(" + name + ")";
      case STRING, ENUM, BYTES -> reference.apply(component);
    };
  }
}
