package dev.sluice.cli.parquet;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.cli.convert.NewFile;
import dev.sluice.cli.format.ProducerFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Parquet file of records of one schema: the fields and the producer's name and id. It comes to
 * its place by {@link #finish}. For one thread.
 */
final class ParquetFile implements AutoCloseable {
  /** Rows of a row group, of which readers take one at a time. */
  private static final int GROUP = 1 << 18;

  /** Bytes of texts in a row group. */
  private static final long GROUP_TEXT = 64 << 20;

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final RecordType type;
  private final NewFile file;
  private final List<ColumnBuffer> columns = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final ColumnPages pages;
  private final Bytes bytes = new Bytes();
  private long position;
  private long rows;

  private record Group(int rows, List<ColumnPages.Written> columns) {}

  /**
   * Creates it.
   *
   * @param pages may be shared with other files of the same thread
   */
  ParquetFile(RecordType type, Path target, ColumnPages pages) throws IOException {
    this.type = type;
    this.pages = pages;
    file = NewFile.at(target);
    type.fields().forEach(field -> columns.add(new ColumnBuffer(field.type())));
    columns.add(new ColumnBuffer(FieldType.STRING));
    columns.add(new ColumnBuffer(FieldType.STRING));
    put(bytes.put(MAGIC));
  }

  private void put(Bytes more) throws IOException {
    file.out().write(more.array(), 0, more.size());
    position += more.size();
    more.clear();
  }

  /** Adds the rows of a batch, whose type has the same fields. */
  void add(ColumnBatch batch, Chunk chunk) throws IOException {
    int fields = type.fields().size();
    for (int i = 0; i < fields; i++) {
      columns.get(i).add(batch, i);
    }
    Accounting told = chunk.accounting();
    columns.get(fields).add(told.producerName(), batch.rows());
    columns.get(fields + 1).add(told.producer().toString(), batch.rows());
    rows += batch.rows();
    long text = columns.stream().mapToLong(ColumnBuffer::textBytes).sum();
    if (buffered() >= GROUP || text >= GROUP_TEXT) {
      writeGroup();
    }
  }

  private int buffered() {
    return columns.get(columns.size() - 1).rows();
  }

  /** How many cells it holds in memory. */
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
    for (ColumnBuffer column : columns) {
      written.add(pages.write(column, position, bytes));
      put(bytes);
      column.clear();
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
    for (int i = 0; i < columns.size(); i++) {
      boolean instant = i < type.fields().size() && type.fields().get(i).isInstant();
      Schema.column(footer, name(i), instant, columns.get(i));
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

  /** Those of the producer stand behind the record's own. */
  private String name(int column) {
    int fields = type.fields().size();
    if (column < fields) {
      return ProducerFields.apart(type.fields().get(column).name());
    }
    return column == fields ? ProducerFields.NAME : ProducerFields.ID;
  }

  private void group(Thrift footer, Group group) {
    footer.element().structs(1, columns.size());
    long size = 0;
    for (int i = 0; i < columns.size(); i++) {
      ColumnPages.Written written = group.columns().get(i);
      size += written.plainSize();
      footer.element().i64(2, written.dataOffset()).struct(3);
      Schema.written(footer, name(i), columns.get(i), written);
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
