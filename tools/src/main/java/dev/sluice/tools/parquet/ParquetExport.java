package dev.sluice.tools.parquet;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.ColumnConsumer;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes records as Parquet: to one file, if the name says so, or to a directory with a file for
 * each record type. A type whose fields change gets a further file, {@code shop.order.1-2.parquet}.
 * Nothing is at its place before {@link #finish}. For one thread.
 */
public final class ParquetExport implements ColumnConsumer, AutoCloseable {
  private static final String SUFFIX = ".parquet";
  private static final int MAX_FILES = 500;

  /** Cells of all files in memory, of 8 bytes each. */
  private static final long MAX_CELLS = 32 << 20;

  private static final int MAX_IDENTITIES = 10_000;

  private final Path target;
  private final boolean single;
  private final ColumnPages pages = new ColumnPages();
  private final Map<RecordType, ParquetFile> files = new LinkedHashMap<>();
  private final Map<RecordType, ParquetFile> identities = new IdentityHashMap<>();
  private final Map<String, Integer> schemas = new HashMap<>();
  private long sinceCheck;

  /**
   * To a file if the name ends in {@code .parquet}, else to a directory, which may be there; files
   * must not.
   */
  public ParquetExport(Path target) {
    this.target = target;
    single = target.toString().endsWith(SUFFIX);
  }

  /**
   * {@inheritDoc}
   *
   * @throws ToolException if the file has no room for a further type
   * @throws UncheckedIOException if it cannot be written
   */
  @Override
  public void accept(ColumnBatch batch, Chunk chunk) {
    try {
      ParquetFile file = file(batch.type());
      file.add(batch, chunk);
      sinceCheck += (long) batch.rows() * file.columns();
      if (sinceCheck > MAX_CELLS / 2) {
        spare();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Many files must not have many row groups in memory. */
  private void spare() throws IOException {
    sinceCheck = 0;
    if (files.values().stream().mapToLong(ParquetFile::cells).sum() > MAX_CELLS / 2) {
      for (ParquetFile file : files.values()) {
        file.writeGroup();
      }
    }
  }

  private ParquetFile file(RecordType type) throws IOException {
    ParquetFile known = identities.get(type);
    if (known == null) {
      if (identities.size() >= MAX_IDENTITIES) {
        identities.clear();
      }
      known = files.get(type);
      if (known == null) {
        known = create(type);
        files.put(type, known);
      }
      identities.put(type, known);
    }
    return known;
  }

  private ParquetFile create(RecordType type) throws IOException {
    if (single && !files.isEmpty()) {
      RecordType first = files.keySet().iterator().next();
      boolean same = first.qualifiedName().equals(type.qualifiedName());
      throw new ToolException(
          ("a Parquet file can contain only one record type with the same fields, but "
                  + "there is %s%s; give a directory instead of %s")
              .formatted(
                  first.qualifiedName(),
                  same ? " with other fields" : " and " + type.qualifiedName(),
                  target));
    }
    if (files.size() == MAX_FILES) {
      throw new ToolException("more than " + MAX_FILES + " record types, each in its own file");
    }
    if (single) {
      return new ParquetFile(type, target, pages);
    }
    Files.createDirectories(target);
    int number = schemas.merge(type.qualifiedName(), 1, Integer::sum);
    String name = type.qualifiedName() + (number == 1 ? "" : "-" + number) + SUFFIX;
    return new ParquetFile(type, target.resolve(name), pages);
  }

  /** Completes all files; the result is how many records they hold. */
  public long finish() throws IOException {
    Collection<ParquetFile> all = files.values();
    long rows = 0;
    for (ParquetFile file : all) {
      file.finish();
      rows += file.rows();
    }
    return rows;
  }

  /** Removes what was not finished. */
  @Override
  public void close() throws IOException {
    for (ParquetFile file : files.values()) {
      file.close();
    }
    if (!single) {
      target.toFile().delete(); // if it is empty
    }
    pages.close();
  }
}
