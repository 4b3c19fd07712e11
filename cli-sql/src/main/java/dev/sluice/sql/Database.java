package dev.sluice.sql;

import dev.sluice.cli.StopSignal;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.duckdb.DuckDBFunctions;

/**
 * DuckDB in memory, with a view for each record type of a source. It spills to a directory of its
 * own, which {@link #close} removes. For one thread, but for {@link #cancel}.
 */
final class Database implements AutoCloseable {
  private static final String NEXT_MESSAGE = "\nError: ";

  private final Path spill;
  private final Connection connection;
  private final Queue<Feed> feeds = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final StopSignal interrupted;
  private volatile Statement running;

  /** What to do with a result. */
  @FunctionalInterface
  interface Taker {
    /** Reads it. Texts in it are as the records have them. */
    void accept(ResultSet result) throws SQLException;
  }

  /**
   * How much a query may have.
   *
   * @param memory bytes that DuckDB takes before it spills, and ten times as many on the disk
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

  private Database(Path spill, Connection connection) {
    this.spill = spill;
    this.connection = connection;
    interrupted = new StopSignal(this::abandon, 0);
  }

  /** With the views of all types of an inventory, which is complete. */
  static Database open(Streams source, Inventory inventory, Limits limits) throws IOException {
    Path spill = Files.createTempDirectory("sluice-sql");
    Database database = null;
    try {
      Connection connection = DriverManager.getConnection("jdbc:duckdb:", limits.properties(spill));
      database = new Database(spill, connection);
      database.addViews(source, inventory, limits.threads());
      return database;
    } catch (SQLException e) {
      if (database != null) {
        database.close();
      }
      Files.deleteIfExists(spill);
      throw new IOException("DuckDB does not start: " + line(e), e);
    }
  }

  private void addViews(Streams source, Inventory inventory, int threads) throws SQLException {
    try (Statement statement = connection.createStatement()) {
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
        statement.execute(
            "create view " + quoted(type.qualifiedName()) + " as " + select(type, scan));
      }
      for (Map.Entry<String, TypeColumns> named : inventory.shortNames().entrySet()) {
        String target = quoted(named.getValue().qualifiedName());
        statement.execute(
            "create view if not exists " + quoted(named.getKey()) + " as from " + target);
      }
      statement.execute("set TimeZone = 'UTC'");
      statement.execute("set lock_configuration = true");
    }
  }

  private static String select(TypeColumns type, String scan) {
    List<String> shown = new ArrayList<>();
    List<Column> columns = type.columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.kind() != Kind.NOTHING) {
        shown.add(column.kind().shown(RecordScan.name(i)) + " as " + quoted(column.name()));
      }
    }
    return "select " + String.join(", ", shown) + " from " + scan + "()";
  }

  /** A name as SQL takes it, whatever is in it. */
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

  /** The message without the marked place of the statement, which takes several lines. */
  private static String line(SQLException e) {
    String message = String.valueOf(e.getMessage());
    int next = message.indexOf(NEXT_MESSAGE);
    String last = next < 0 ? message : message.substring(next + NEXT_MESSAGE.length());
    int end = last.indexOf("\n\n");
    String line = (end < 0 ? last : last.substring(0, end)).strip();
    return line.startsWith("Out of Memory") ? line + "; --memory gives it more" : line;
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
      deleteSpill();
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
      deleteSpill();
    } catch (IOException | UncheckedIOException e) {
      // a file that came meanwhile stays
    }
  }

  private void deleteSpill() throws IOException {
    try (Stream<Path> files = Files.walk(spill)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
