package dev.sluice.tools.parquet;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.format.ProducerFields;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Parquet file of records of one schema: the fields and the producer's name and id. An instant is
 * two columns: its microseconds as a timestamp, and its nanoseconds as a number. The file comes to
 * its place by {@link #finish}. For one thread.
 */
final class ParquetFile implements AutoCloseable {
  /** Rows of a row group, of which readers take one at a time. */
  private static final int GROUP = 1 << 18;

  /** Bytes of texts in a row group. */
  private static final long GROUP_TEXT = 64 << 20;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final NewFile file;
  private final List<Column> columns = new ArrayList<>();
  private final ColumnBuffer producerNames = new ColumnBuffer(FieldType.STRING);
  private final ColumnBuffer producerIds = new ColumnBuffer(FieldType.STRING);
  private final List<Group> groups = new ArrayList<>();
  private final ColumnPages pages;
  private final Bytes bytes = new Bytes();
  private long position;
  private long rows;

  /** The column of a field, or of the producer if {@code field} is negative. */
  private record Column(String name, int field, ColumnBuffer buffer) {}

  private record Group(int rows, List<ColumnPages.Written> columns) {}

  /**
   * Creates it.
   *
   * @param pages may be shared with other files of the same thread
   */
  ParquetFile(RecordType type, Path target, ColumnPages pages) throws IOException {
    this.pages = pages;
    file = NewFile.at(target);
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    type.fields().forEach(field -> names.add(ProducerFields.apart(field.name())));
    for (int i = 0; i < type.fields().size(); i++) {
      Field field = type.fields().get(i);
      String name = ProducerFields.apart(field.name());
      if (field.isInstant()) {
        columns.add(new Column(name, i, ColumnBuffer.ofMicros()));
        name = exact(name, names);
      }
      columns.add(new Column(name, i, new ColumnBuffer(field.type())));
    }
    columns.add(new Column(ProducerFields.NAME, -1, producerNames));
    columns.add(new Column(ProducerFields.ID, -1, producerIds));
    put(bytes.put(MAGIC));
  }

  /**
   * Returns the name of an instant's nanoseconds, which no field has, also if case does not matter.
   */
  private static String exact(String instant, Set<String> names) {
    String name = instant + "_ns";
    while (!names.add(name)) {
      name += '_';
    }
    return name;
  }

  private void put(Bytes more) throws IOException {
    file.out().write(more.array(), 0, more.size());
    position += more.size();
    more.clear();
  }

  /** Adds the rows of a batch, whose type has the same fields. */
  void add(ColumnBatch batch, Chunk chunk) throws IOException {
    for (Column column : columns) {
      if (column.field() >= 0) {
        column.buffer().add(batch, column.field());
      }
    }
    Accounting told = chunk.accounting();
    producerNames.add(told.producerName(), batch.rows());
    producerIds.add(told.producer().toString(), batch.rows());
    rows += batch.rows();
    long text = columns.stream().mapToLong(column -> column.buffer().textBytes()).sum();
    if (buffered() >= GROUP || text >= GROUP_TEXT) {
      writeGroup();
    }
  }

  private int buffered() {
    return producerIds.rows();
  }

  /** Returns how many columns it has. */
  int columns() {
    return columns.size();
  }

  /** Returns how many cells it holds in memory. */
  long cells() {
    return (long) buffered() * columns.size();
  }

  long rows() {
    return rows;
  }

  /** Writes what is in memory. */
  void writeGroup() throws IOException {
    if (buffered() == 0) {
      return;
    }
    List<ColumnPages.Written> written = new ArrayList<>();
    int count = buffered();
    for (Column column : columns) {
      written.add(pages.write(column.buffer(), position, bytes));
      put(bytes);
      column.buffer().clear();
    }
    groups.add(new Group(count, written));
  }

  /** Writes the rest and moves the file to its place. */
  void finish() throws IOException {
    writeGroup();
    footer();
    int size = bytes.size();
    put(bytes.little(size, Integer.BYTES).put(MAGIC));
    file.commit();
  }

  private void footer() {
    Thrift footer = new Thrift(bytes);
    footer.i32(1, 2).structs(2, columns.size() + 1);
    footer.element().text(4, "schema").i32(5, columns.size()).end();
    for (Column column : columns) {
      Schema.column(footer, column.name(), column.buffer());
    }
    footer.i64(3, rows).structs(4, groups.size());
    for (Group group : groups) {
      group(footer, group);
    }
    footer.text(6, "Sluice").structs(7, columns.size());
    for (int i = 0; i < columns.size(); i++) {
      footer.element().struct(1).end().end();
    }
    footer.end();
  }

  private void group(Thrift footer, Group group) {
    footer.element().structs(1, columns.size());
    long size = 0;
    for (int i = 0; i < columns.size(); i++) {
      ColumnPages.Written written = group.columns().get(i);
      size += written.plainSize();
      footer.element().i64(2, written.dataOffset()).struct(3);
      Schema.written(footer, columns.get(i).name(), columns.get(i).buffer(), written);
      footer.end().end();
    }
    footer.i64(2, size).i64(3, group.rows()).end();
  }

  /** Removes what was not finished. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
