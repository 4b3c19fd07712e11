package dev.sluice.sql;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.ColumnConsumer;
import dev.sluice.tools.format.PerType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Record types of a source, with the number of records of each. For one thread. */
final class Inventory implements ColumnConsumer {
  private static final int MAX_TYPES = 1000;

  private final Map<String, TypeColumns> types = new TreeMap<>();
  private final PerType<TypeColumns> found = new PerType<>(this::meet);
  private final List<String> left = new ArrayList<>();
  private final Texts texts = new Texts();
  private final TextCodes codes = new TextCodes(texts::add);

  private TypeColumns meet(RecordType type) {
    TypeColumns known = types.get(type.qualifiedName());
    if (known != null) {
      known.add(type);
      return known;
    }
    TypeColumns made = new TypeColumns(type, texts);
    if (types.size() < MAX_TYPES) {
      types.put(type.qualifiedName(), made);
    } else if (left.isEmpty()) {
      left.add("there are views only of the first " + MAX_TYPES + " record types");
    }
    return made;
  }

  @Override
  public void accept(ColumnBatch batch, Chunk chunk) {
    found.of(batch.type()).count(batch.rows());
    if (texts.areFew()) {
      codes.meet(batch, chunk);
      texts.add(chunk.accounting().producerName());
      texts.add(chunk.accounting().producer().toString());
    }
  }

  /** Returns all texts, and what producers are called. */
  Texts texts() {
    return texts;
  }

  /** Types that can be shown, by name. */
  List<TypeColumns> views() {
    return types.values().stream().filter(type -> type.conflict() == null).toList();
  }

  /** Returns what cannot be shown and why, a line each. */
  Collection<String> problems() {
    List<String> lines = new ArrayList<>(left);
    for (TypeColumns type : types.values()) {
      if (type.conflict() != null) {
        lines.add("no view of " + type.qualifiedName() + ": " + type.conflict());
      }
    }
    return lines;
  }

  /** Short names that stand for one type alone. */
  Map<String, TypeColumns> shortNames() {
    return views().stream()
        .collect(Collectors.groupingBy(TypeColumns::shortName, TreeMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .filter(named -> named.getValue().size() == 1)
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, named -> named.getValue().get(0), (a, b) -> a, TreeMap::new));
  }
}
