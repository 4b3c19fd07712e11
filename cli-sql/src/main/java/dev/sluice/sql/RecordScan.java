package dev.sluice.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;

/**
 * The records of one type as a table function of DuckDB, which says which columns it wants. Any
 * thread.
 *
 * @param threads how many may take rows at a time
 * @param feeds gets each that is started
 * @param failures called with the reason if a scan ends early
 */
record RecordScan(
    Streams source, TypeColumns type, int threads, Queue<Feed> feeds, Consumer<Throwable> failures)
    implements DuckDBTableFunction<TypeColumns, Feed, Object> {
  @Override
  public TypeColumns bind(DuckDBTableFunctionBindInfo info) throws Exception {
    for (int i = 0; i < 2 * type.columns().size(); i++) {
      info.addResultColumn(name(i), type.scanned(i).crossing().scanType());
    }
    info.setCardinality(type.rows(), true);
    return type;
  }

  /** Returns what the column with that index is called between view and scan. */
  static String name(int column) {
    return "c" + column;
  }

  @Override
  public Feed init(DuckDBTableFunctionInitInfo info) {
    info.setMaxThreads(threads);
    List<Column> wanted = new ArrayList<>();
    for (int i = 0; i < info.getColumnCount(); i++) {
      wanted.add(type.scanned((int) info.getColumnIndex(i)));
    }
    Feed feed = new Feed(source, type, wanted, failures);
    feeds.add(feed);
    return feed;
  }

  @Override
  public long apply(DuckDBTableFunctionCallInfo call, DuckDBDataChunkWriter to) throws Exception {
    Feed feed = call.getInitData();
    Slab slab = feed.take();
    if (slab == null) {
      return 0;
    }
    try {
      return slab.write(to);
    } finally {
      feed.giveBack(slab);
    }
  }
}
