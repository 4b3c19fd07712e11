package dev.sluice.cli.demo;

import java.util.List;

/** Monitored methods of H2: the path of a statement through its layers, without helpers. */
final class Program {
  /** Threads that run SQL: half of the processors, the rest is for the broker and the consumer. */
  static final int THREADS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

  /** SQL statements in each of the two runs, at most: about six records each. */
  static final long STATEMENTS = 200_000;

  /** Entry methods of the layers: JDBC, command, query or change, table, index, transaction. */
  static final List<String> INCLUDES =
      List.of(
          "org.h2.jdbc.JdbcPreparedStatement#executeQuery",
          "org.h2.jdbc.JdbcPreparedStatement#executeUpdate",
          "org.h2.jdbc.JdbcConnection#commit",
          "org.h2.jdbc.JdbcConnection#prepareStatement",
          "org.h2.command.CommandContainer#query",
          "org.h2.command.CommandContainer#update",
          "org.h2.command.query.Select#queryWithoutCache",
          "org.h2.command.dml.Insert#update",
          "org.h2.command.dml.Update#update",
          "org.h2.mvstore.db.MVTable#addRow",
          "org.h2.mvstore.db.MVPrimaryIndex#add",
          "org.h2.mvstore.db.MVSecondaryIndex#add",
          "org.h2.mvstore.tx.Transaction#commit");

  private Program() {}
}
