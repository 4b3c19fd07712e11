package dev.sluice.agent.presets;

import dev.sluice.agent.bytecode.Supertypes;
import dev.sluice.agent.objects.WeakIdentityMap;
import dev.sluice.agent.places.Around;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.SqlText;
import dev.sluice.monitoring.records.SqlStatementWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Preset {@code jdbc}: records executed statements, without their literals. */
final class Statements {
  private static final Set<String> TYPES = Set.of("java.sql.Statement", "java.sql.Connection");
  private static final String UNKNOWN = "other_sql";

  /** Names of databases in OpenTelemetry's conventions, by the drivers' names. */
  private static final Map<String, String> DATABASES =
      Map.of(
          "org.h2.", "h2database",
          "org.postgresql.", "postgresql",
          "com.mysql.", "mysql",
          "org.mariadb.", "mariadb",
          "oracle.", "oracle.db",
          "com.microsoft.sqlserver.", "microsoft.sql_server",
          "com.ibm.db2.", "ibm.db2",
          "org.sqlite.", "sqlite",
          "org.hsqldb.", "hsqldb",
          "org.duckdb.", "duckdb");

  /** Maximum number of cached texts: most statements repeat a few texts. */
  private static final int RECENT = 512;

  private static final int MAX_RECENT_CHARS = 2048;

  private final Groups groups;
  private final Groups.Group unnamed;
  private final SqlStatementWriter records;
  private final Map<String, Symbol> databases = new HashMap<>();
  private final WeakIdentityMap<Groups.Group> prepared = new WeakIdentityMap<>();
  private final Recent[] recent = new Recent[RECENT];

  /**
   * Statement that the thread executes: of nested wrappers and drivers, only the outermost counts.
   */
  private final ThreadLocal<Executing> executing = new ThreadLocal<>();

  /** Kind of a class's objects, and the database that the class's name reveals. */
  private record Kind(boolean isStatement, boolean isConnection, String database) {}

  private final ClassValue<Kind> kinds =
      new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
          Class<?> found = Supertypes.find(type, TYPES);
          String name = found == null ? "" : found.getName();
          return new Kind(
              name.equals("java.sql.Statement"),
              name.equals("java.sql.Connection"),
              DATABASES.entrySet().stream()
                  .filter(known -> type.getName().startsWith(known.getKey()))
                  .map(Map.Entry::getValue)
                  .findAny()
                  .orElse(UNKNOWN));
        }
      };

  private record Recent(String sql, Groups.Group group) {}

  Statements(Probes probes, RowSink sink, Consumer<String> full) {
    groups = new Groups(probes, sink, "statements", full);
    unnamed = groups.other("SQL");
    records = SqlStatementWriter.create(sink);
    databases.put(UNKNOWN, sink.symbol(UNKNOWN));
    DATABASES.values().forEach(name -> databases.put(name, sink.symbol(name)));
  }

  /** Notes the text of a prepared statement. */
  Around.Ending prepare(Object self, Object sql, Object none) {
    if (!(sql instanceof String text) || !kinds.get(self.getClass()).isConnection()) {
      return null;
    }
    return (result, failure) -> {
      if (result != null) {
        keep(result, text);
      }
      return result;
    };
  }

  /** Notes a text that a statement adds to its batch; of several, the last one is recorded. */
  Around.Ending batch(Object self, Object sql, Object none) {
    if (sql instanceof String text && kinds.get(self.getClass()).isStatement()) {
      keep(self, text);
    }
    return null;
  }

  private void keep(Object statement, String text) {
    prepared.merge(statement, group(text), (old, added) -> added);
  }

  Around.Ending statement(Object self, Object sql, Object none) {
    return begin(self, sql instanceof String text ? text : null);
  }

  Around.Ending prepared(Object self, Object none, Object nothing) {
    return begin(self, null);
  }

  private Around.Ending begin(Object self, String sql) {
    Kind kind = kinds.get(self.getClass());
    if (!kind.isStatement()) {
      return null;
    }
    Executing outer = executing.get();
    if (outer != null) {
      outer.learn(self, kind);
      return null;
    }
    OpenExecution execution = OpenExecution.begin(unnamed.operation());
    if (execution == null) {
      return null;
    }
    Executing begun = new Executing(execution, sql);
    begun.learn(self, kind);
    executing.set(begun);
    return begun;
  }

  private Groups.Group group(String sql) {
    int slot = sql.hashCode() & RECENT - 1;
    Recent found = recent[slot];
    if (found != null && found.sql.equals(sql)) {
      return found.group;
    }
    String text = SqlText.withoutLiterals(sql);
    Groups.Group group = groups.of(text, text, "SQL");
    if (sql.length() <= MAX_RECENT_CHARS) {
      recent[slot] = new Recent(sql, group);
    }
    return group;
  }

  /** Execution of a statement. */
  private final class Executing implements Around.Ending {
    private final OpenExecution execution;
    private final String sql;
    private Groups.Group known;
    private String database = UNKNOWN;

    Executing(OpenExecution execution, String sql) {
      this.execution = execution;
      this.sql = sql;
    }

    /** Reads missing properties of a wrapper from the object that it wraps. */
    void learn(Object self, Kind kind) {
      database = kind.database().equals(UNKNOWN) ? database : kind.database();
      if (sql == null && known == null) {
        known = prepared.get(self);
      }
    }

    @Override
    public Object end(Object result, Throwable failure) {
      executing.remove();
      Groups.Group group = unnamed;
      if (execution.isRecorded()) {
        try {
          group = sql != null ? group(sql) : known != null ? known : unnamed;
        } catch (RuntimeException e) {
          // It stays without a name.
        }
      }
      execution.end(group.operation(), failure != null);
      if (execution.isRecorded()) {
        records.emit(
            System.nanoTime(),
            execution.traceId(),
            execution.orderIndex(),
            group.name(),
            failure == null ? rows(result) : -1,
            databases.get(database));
      }
      return result;
    }
  }

  /**
   * Returns the number of rows of an update or a batch; -1 if there is none, or if one of a batch
   * is unknown.
   */
  static long rows(Object result) {
    if (result instanceof int[] each) {
      return rows(Arrays.stream(each).asLongStream().toArray());
    }
    if (result instanceof long[] each) {
      long rows = 0;
      for (long one : each) {
        if (one < 0) {
          return -1;
        }
        rows += one;
      }
      return rows;
    }
    return result instanceof Number number ? number.longValue() : -1;
  }
}
