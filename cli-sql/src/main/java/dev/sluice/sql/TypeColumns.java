package dev.sluice.sql;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.format.SafeText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The columns of one record type, from all schemas that a source has for its name and version.
 * Fields match by name, a field that some chunks lack is null there. For one thread until it is
 * complete, then for any.
 */
final class TypeColumns {
  /** Maximum number of fields of all schemas of a type. */
  private static final int MAX_FIELDS = 1000;

  private final RecordType first;
  private final Texts texts;
  private final List<Column> columns = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private long rows;
  private String conflict;

  /** Creates the columns of a type, whose texts get numbers in {@code texts}. */
  TypeColumns(RecordType type, Texts texts) {
    first = type;
    this.texts = texts;
    columns.add(new Column(null, Kind.NOTHING, ""));
    columns.add(new Column(null, Kind.PRODUCER, unique("_producer")));
    columns.add(new Column(null, Kind.PRODUCER_ID, unique("_producerId")));
    add(type);
  }

  /** Takes a schema into account. */
  void add(RecordType type) {
    for (Field field : type.fields()) {
      int at = indexOf(field.name());
      Kind kind = Kind.of(field);
      if (at < 0 && columns.size() < MAX_FIELDS) {
        columns.add(new Column(field.name(), kind, unique(SafeText.line(field.name()))));
      } else if (at < 0) {
        conflict = "its schemas have more than " + MAX_FIELDS + " fields";
      } else {
        widen(at, kind);
      }
    }
  }

  private void widen(int at, Kind kind) {
    Column column = columns.get(at);
    Kind wider = column.kind().with(kind);
    if (wider == null) {
      conflict = column.name() + " is " + column.kind() + " in some chunks, " + kind + " in others";
    } else {
      columns.set(at, column.as(wider));
    }
  }

  private int indexOf(String field) {
    for (int i = 0; i < columns.size(); i++) {
      if (field.equals(columns.get(i).field())) {
        return i;
      }
    }
    return -1;
  }

  /** SQL takes {@code total} and {@code Total} for one. */
  private String unique(String name) {
    String free = name;
    for (int i = 2; !names.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = name + '_' + i;
    }
    return free;
  }

  void count(int more) {
    rows += more;
  }

  long rows() {
    return rows;
  }

  /** Returns the name with the version. */
  String qualifiedName() {
    return first.qualifiedName();
  }

  /** Returns the last part of the name, without the version. */
  String shortName() {
    return first.name().substring(first.name().lastIndexOf('.') + 1);
  }

  /** Returns why there cannot be a view, or null. */
  String conflict() {
    return conflict;
  }

  /** Returns the texts of all types of the source. */
  Texts texts() {
    return texts;
  }

  /** Returns all columns of the view; the first is {@link Kind#NOTHING}. */
  List<Column> columns() {
    return columns;
  }

  /**
   * Returns what a column of the scan holds: those of the view, then the same with numbers for
   * texts.
   */
  Column scanned(int index) {
    int size = columns.size();
    return index < size ? columns.get(index) : columns.get(index - size).byCode();
  }
}
