package dev.sluice.sql;

import dev.sluice.cli.StopSignal;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;
import org.duckdb.DuckDBFunctions;

/**
 * DuckDB in memory, with a view for each record type of a source. It spills to a directory of its
 * own, which {@link #close} removes. For one thread, but for {@link #cancel}.
 */
final class Database implements AutoCloseable {
  private static final String NEXT_MESSAGE = "\nError: ";
  private static final int MAX_TEXTS_BY_POSITION = 1024;

  private final Path spill;
  private final int threads;
  private final Connection connection;
  private final Queue<Feed> feeds = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final StopSignal interrupted;
  private volatile Statement running;

  /** Receiver of a result. */
  @FunctionalInterface
  interface Taker {
    /** Reads it. Texts in it are as the records have them. */
    void accept(ResultSet result) throws SQLException;
  }

  /**
   * Resource limits of a query.
   *
   * @param memory maximum memory of DuckDB in bytes; it may use ten times as much on the disk
   * @param threads of DuckDB
   * @param files whether statements may read and write files
   */
  record Limits(long memory, int threads, boolean files) {
    private static final int DISK_FOR_MEMORY = 10;

    private Properties properties(Path spill) {
      Properties properties = new Properties();
      properties.put("memory_limit", memory + "B");
      properties.put("threads", Integer.toString(threads));
      properties.put("temp_directory", spill.toString());
      properties.put("max_temp_directory_size", memory * DISK_FOR_MEMORY + "B");
      properties.put("enable_external_access", Boolean.toString(files));
      properties.put("autoinstall_known_extensions", "false");
      properties.put("autoload_known_extensions", "false");
      properties.put("preserve_insertion_order", "false");
      properties.put("jdbc_stream_results", "true");
      return properties;
    }
  }

  private Database(Path spill, int threads, Connection connection) {
    this.spill = spill;
    this.threads = threads;
    this.connection = connection;
    interrupted = new StopSignal(this::abandon, 0);
  }

  /** Opens a database without views. */
  static Database open(Limits limits) throws IOException {
    DriverInternals.skipMemoryEvents();
    Path spill = Files.createTempDirectory("sluice-sql");
    try {
      return new Database(
          spill,
          limits.threads(),
          new DuckDBDriver().connect("jdbc:duckdb:", limits.properties(spill)));
    } catch (SQLException e) {
      Files.deleteIfExists(spill);
      throw new IOException("DuckDB cannot start:  " + line(e), e);
    }
  }

  /**
   * Makes the views of all types of an inventory, which is complete, and forbids to change settings
   * from then on. Once.
   *
   * @param sql what they will be asked: a text column that it names is joined, others are copied
   */
  void addViews(Streams source, Inventory inventory, String sql) throws IOException {
    try (Statement statement = connection.createStatement()) {
      addTexts(statement, inventory.texts().codes());
      String names = sql.toLowerCase(Locale.ROOT);
      List<TypeColumns> views = inventory.views();
      for (int i = 0; i < views.size(); i++) {
        TypeColumns type = views.get(i);
        String scan = "sluice_scan_" + i;
        DuckDBFunctions.tableFunction()
            .withName(scan)
            .withProjectionPushdown()
            .withFunction(
                new RecordScan(source, type, threads, feeds, e -> failure.compareAndSet(null, e)))
            .register(connection);
        String name = quoted(type.qualifiedName());
        statement.execute("create view " + name + " as " + select(type, scan, names));
      }
      for (Map.Entry<String, TypeColumns> named : inventory.shortNames().entrySet()) {
        String target = quoted(named.getValue().qualifiedName());
        statement.execute(
            "create view if not exists " + quoted(named.getKey()) + " as from " + target);
      }
      statement.execute("set TimeZone = 'UTC'");
      statement.execute("set lock_configuration = true");
    } catch (SQLException e) {
      throw new IOException("DuckDB cannot create a view:  " + line(e), e);
    }
  }

  private void addTexts(Statement statement, Map<String, Integer> codes) throws SQLException {
    statement.execute("create schema sluice");
    statement.execute("create table sluice.texts (code bigint, text varchar)");
    try (DuckDBAppender appender =
        connection.unwrap(DuckDBConnection.class).createAppender("sluice", "texts")) {
      for (Map.Entry<String, Integer> text : codes.entrySet()) {
        appender.beginRow().append(text.getValue().longValue()).append(text.getKey()).endRow();
      }
    }
  }

  private static String select(TypeColumns type, String scan, String sql) {
    List<String> shown = new ArrayList<>();
    StringBuilder from = new StringBuilder(scan + "() as s");
    List<Column> columns = type.columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.kind().isCoded() && type.texts().areFew() && column.isIn(sql)) {
        String code = code(RecordScan.name(columns.size() + i), type.texts().codes().size());
        from.append(" join sluice.texts as t%1$d on t%1$d.code = %2$s".formatted(i, code));
        shown.add("t" + i + ".text as " + quoted(column.name()));
      } else if (column.kind() != Kind.NOTHING) {
        shown.add(column.kind().shown(RecordScan.name(i)) + " as " + quoted(column.name()));
      }
    }
    return "select " + String.join(", ", shown) + " from " + from;
  }

  /**
   * Returns the code of a text. DuckDB joins by position, which hands each text on once, if it
   * knows least and greatest of both sides. Of a scan it does not, of an element of a constant list
   * it does; it makes such a list for each vector.
   */
  private static String code(String column, int texts) {
    return texts > MAX_TEXTS_BY_POSITION ? column : "range(%d)[%s + 1]".formatted(texts, column);
  }

  /** Returns a name as SQL takes it, whatever is in it. */
  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Runs statements and hands the rows of the last one over, if it has any.
   *
   * @throws ToolException in one line, if DuckDB refuses it
   * @throws IOException if the source cannot be read
   */
  void query(String sql, Taker taker) throws IOException {
    try (Statement statement = connection.createStatement()) {
      running = statement;
      if (statement.execute(sql)) {
        try (ResultSet result = statement.getResultSet()) {
          taker.accept(result);
        }
      }
    } catch (SQLException e) {
      throw explained(e);
    } finally {
      running = null;
      stopReading();
    }
  }

  private RuntimeException explained(SQLException e) throws IOException {
    Throwable cause = failure.getAndSet(null);
    if (cause instanceof IOException read) {
      throw read;
    }
    if (cause instanceof RuntimeException unchecked) {
      return unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return new ToolException(line(e), e);
  }

  /** Returns the message without the marked place of the statement, which takes several lines. */
  private static String line(SQLException e) {
    String message = String.valueOf(e.getMessage());
    int next = message.indexOf(NEXT_MESSAGE);
    String last = next < 0 ? message : message.substring(next + NEXT_MESSAGE.length());
    int end = last.indexOf("\n\n");
    String line = (end < 0 ? last : last.substring(0, end)).strip();
    return line.startsWith("Out of Memory") ? line + "; --memory raises the limit" : line;
  }

  /** Ends a running query soon, which then throws. Any thread. */
  void cancel() {
    Statement statement = running;
    try {
      if (statement != null) {
        statement.cancel();
      }
    } catch (SQLException e) {
      // it has ended meanwhile
    }
    stopReading();
  }

  private void stopReading() {
    for (Feed feed = feeds.poll(); feed != null; feed = feeds.poll()) {
      feed.close();
    }
  }

  @Override
  public void close() {
    stopReading();
    try {
      connection.close();
      interrupted.close();
      NewFile.delete(spill);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The program was interrupted: nothing of it stays on the disk. */
  private void abandon() {
    cancel();
    try {
      NewFile.delete(spill);
    } catch (IOException | UncheckedIOException e) {
      // a file that came meanwhile stays
    }
  }
}
