package dev.sluice.sql;

import dev.sluice.api.config.Key;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.UnbuiltCommand;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Table;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers SQL. */
@Command(
    name = UnbuiltCommand.SQL,
    description = {
      UnbuiltCommand.SQL_DESCRIPTION,
      "",
      "  sluice sql records 'select operationSignature as operation, count(*) as calls,",
      "    quantile_cont(epoch_ns(tout) - epoch_ns(tin), 0.99) as p99",
      "    from operation_execution group by operation order by calls desc'"
    },
    footer = {
      "",
      "Each record type is a view named by type and version, as \"shop.order.1\", and",
      "also by its last word, as order, if that is unique. Its columns are the fields,",
      "_producer and _producerId. Instants are TIMESTAMP_NS in UTC, texts VARCHAR.",
      "Without a query, the views and their columns are listed. The SQL dialect is",
      "DuckDB's.",
      "",
      "A query cannot use files or the network unless --files allows it. The source is",
      "read once for its types, and once for each view in a query, so it must be",
      "readable several times: tcp: and pipes are not. Missing records are reported on",
      "standard error.",
      "",
      "Exit code: 0 the whole source was read; 1 a region of it is damaged or cannot",
      "be read; 2 wrong usage, wrong SQL or an unreachable source."
    })
public final class SqlCommand extends TerminalCommand {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final String MEMORY = "--memory";
  private static final String DEFAULT_MEMORY = "4GiB";
  private static final Key<Long> MEMORY_BYTES =
      Key.bytes("memory", null, 64 << 20, 1L << 50, "Memory of DuckDB.").named(MEMORY);

  @Mixin private SourceParameter source;

  @Parameters(
      paramLabel = "QUERY",
      arity = "0..1",
      index = "1",
      description = {
        "SQL statements; the rows of the last one are printed",
        "(default: list the views)."
      })
  private String query;

  @Mixin private Since since;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "Output format: text (a table), jsonl or csv (default: ${DEFAULT-VALUE}).")
  private ResultPrinter.Format format;

  @Option(
      names = MEMORY,
      paramLabel = "SIZE",
      defaultValue = DEFAULT_MEMORY,
      description = {
        "Maximum memory of DuckDB; it keeps further data in a temporary",
        "directory of at most ten times this size (default: ${DEFAULT-VALUE})."
      })
  private String memory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of DuckDB threads (default: the number of processors minus one).")
  private Integer threads;

  @Option(
      names = "--files",
      description = "Allow statements to use files, such as COPY and read_csv.")
  private boolean files;

  @Override
  public Integer call() throws IOException {
    int others = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
    int workers = threads == null ? others : threads;
    Bounds.atLeastOne("--threads", workers);
    Database.Limits limits = new Database.Limits(MEMORY_BYTES.parse(memory), workers, files);
    SourceSpec from = source.open(false, since, terminal);
    if (!from.isRepeatable()) {
      throw new ToolException(
          "sql reads a source several times, which "
              + from
              + " does not allow: write it to a file first");
    }
    try (Start start = query == null ? null : new Start(limits)) {
      return answer(from, start);
    }
  }

  private int answer(SourceSpec from, Start start) throws IOException {
    DamageList damages = new DamageList();
    Inventory inventory = new Inventory();
    Progress progress = new Progress(terminal);
    Audit audit;
    try (RecordStream stream =
        from.builder().fields((type, field) -> false).damageListener(damages).open()) {
      from.readAll(stream::exhausted, () -> stream.pollColumns(inventory, POLL), progress);
      audit = from.checked(stream.audit(), damages);
    } finally {
      progress.clear();
    }
    inventory.problems().forEach(terminal::tell);
    if (query == null) {
      listViews(inventory);
    } else {
      start.database().addViews(from::builder, inventory, query);
      start.database().query(query, new ResultPrinter(terminal, format));
    }
    return conclude(audit, damages, inventory);
  }

  private void listViews(Inventory inventory) {
    Table table = new Table("view", ">records", "columns");
    for (TypeColumns type : inventory.views()) {
      boolean alone = inventory.shortNames().containsKey(type.shortName());
      StringBuilder columns = new StringBuilder();
      for (Column column : type.columns()) {
        if (column.kind() != Kind.NOTHING) {
          columns.append(columns.isEmpty() ? "" : " ").append(SafeText.word(column.name()));
        }
      }
      table.row(
          alone ? type.shortName() : Database.quoted(type.qualifiedName()),
          Long.toString(type.rows()),
          columns.toString());
    }
    table.print(terminal.printer(), "");
  }

  private int conclude(Audit audit, DamageList damages, Inventory inventory) {
    long rejected = audit.rejected();
    if (audit.damaged() > 0) {
      terminal.tell("skipped " + Verdict.damage(audit) + damages.first());
    }
    if (rejected > 0) {
      terminal.tell("cannot read " + rejected + " records" + damages.first());
    }
    if (!audit.complete()) {
      terminal.tell(Verdict.of(audit));
    }
    return ExitCode.of(audit.damaged() + rejected + inventory.problems().size() == 0);
  }
}
