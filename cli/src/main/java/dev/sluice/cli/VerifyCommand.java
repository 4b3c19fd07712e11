package dev.sluice.cli;

import dev.sluice.analysis.traces.LossTimes;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.streams.Audit;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Proves completeness, or says what is missing. */
@Command(
    name = "verify",
    description =
        "Tell per producer whether every record arrived: gaps, duplicates, damage, drops.",
    footer = {
      "",
      "A source is complete if every producer ended, with no gap, no damage and",
      "no drop, and its figures balance. Duplicates are harmless: they are read",
      "once. Different bytes with the same producer and sequence are a conflict, and",
      "so is a chunk that a compacted one replaces, beside it. Producers beyond 4096",
      "are forgotten, and so are chunks out of order by more than two million; the",
      "source is then not complete. As options of the source, the second where nobody",
      "else writes to it, so that what a compacted chunk replaces is a duplicate:",
      "",
      "  sluice verify 'file:records?max.producers=100000'",
      "  sluice verify 'file:records?ranges=trusted'",
      "",
      "Exit code: 0 complete; 1 something is missing, damaged, in conflict or",
      "forgotten; 2 wrong usage or an unreachable source."
    })
final class VerifyCommand extends TerminalCommand {
  @Mixin private SourceParameter source;

  @Option(names = "--json", description = "Print one JSON object, with the times of losses.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Source from = source.open(false, new Since(), terminal);
    DamageList damages = new DamageList();
    ProducerAttributes attributes = new ProducerAttributes();
    LossTimes times = new LossTimes();
    Audit audit =
        from.readAll(
            (cursor, chunk) -> {},
            chunk -> {
              attributes.add(chunk);
              times.add(chunk.accounting());
            },
            damages);
    PrintStream out = terminal.printer();
    if (json) {
      String fields = audit.toJson();
      out.println(
          fields.substring(0, fields.length() - 1) + ",\"losses\":" + json(times.finish()) + "}");
    } else {
      AuditReport.print(from.toString(), audit, false, out);
      attributes.print(out);
      damages.print(out, "  ");
    }
    out.flush();
    return audit.complete() ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private static String json(List<LossTimes.Lost> losses) {
    return losses == null
        ? "null"
        : losses.stream().map(VerifyCommand::json).collect(Collectors.joining(",", "[", "]"));
  }

  private static String json(LossTimes.Lost loss) {
    return String.format(
        "{\"producer\":\"%016x\",\"from\":%s,\"until\":%s,\"reasons\":%s,\"dropCauses\":%s}",
        loss.producer(),
        loss.from() == Long.MIN_VALUE ? "null" : loss.from(),
        loss.until() == Long.MAX_VALUE ? "null" : loss.until(),
        texts(loss.reasons().stream().map(Reason::label)),
        texts(loss.dropCauses().stream()));
  }

  private static String texts(Stream<String> labels) {
    return labels.map(label -> '"' + label + '"').collect(Collectors.joining(",", "[", "]"));
  }
}
