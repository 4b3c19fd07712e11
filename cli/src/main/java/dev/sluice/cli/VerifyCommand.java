package dev.sluice.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.cli.format.SafeText;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
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
      "no drop. Duplicates are harmless: they are read once.",
      "",
      "Exit code: 0 complete, 1 something is missing or damaged, 2 wrong usage",
      "or an unreachable source."
    })
final class VerifyCommand implements Callable<Integer> {
  private final Terminal terminal;
  @Mixin private SourceParameter source;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  VerifyCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Source from = source.open(false, new Since(), terminal);
    DamageList damages = new DamageList();
    Audit audit = from.readAll((cursor, chunk) -> {}, chunk -> {}, damages);
    PrintStream out = terminal.printer();
    if (json) {
      writeJson(audit, out);
    } else {
      writeText(from, audit, out);
      damages.print(out, "  ");
    }
    out.flush();
    return audit.complete() ? ExitCode.OK : ExitCode.INCOMPLETE;
  }

  private static void writeText(Source from, Audit audit, PrintStream out) {
    out.println(from + ": " + Verdict.of(audit));
    out.println(
        "  "
            + Amounts.count(audit.records(), "record")
            + " in "
            + Amounts.count(audit.chunks(), "chunk")
            + ", "
            + Verdict.damage(audit));
    if (!audit.producers().isEmpty()) {
      out.println();
      producers(audit).print(out, "  ");
    }
  }

  private static Table producers(Audit audit) {
    Table table =
        new Table(
            "producer",
            "name",
            ">emitted",
            ">delivered",
            ">missing chunks",
            ">duplicates",
            "ended",
            "dropped");
    for (ProducerAudit producer : audit.producers()) {
      table.row(
          producer.id(),
          producer.name() == null ? "–" : SafeText.word(producer.name()),
          Amounts.count(producer.emitted()),
          Amounts.count(producer.delivered()),
          Amounts.count(producer.gaps()),
          Amounts.count(producer.duplicates()),
          producer.ended() ? "yes" : "no",
          Verdict.drops(producer.dropped()));
    }
    return table;
  }

  private static void writeJson(Audit audit, PrintStream out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeBooleanField("complete", audit.complete());
      json.writeNumberField("chunks", audit.chunks());
      json.writeNumberField("records", audit.records());
      json.writeNumberField("damaged", audit.damaged());
      json.writeNumberField("skippedBytes", audit.skippedBytes());
      json.writeArrayFieldStart("producers");
      for (ProducerAudit producer : audit.producers()) {
        writeProducer(producer, json);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  private static void writeProducer(ProducerAudit producer, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", producer.id());
    json.writeFieldName("name");
    json.writeRawValue(SafeText.json(producer.name()));
    json.writeNumberField("emitted", producer.emitted());
    json.writeNumberField("delivered", producer.delivered());
    json.writeObjectFieldStart("dropped");
    for (Map.Entry<String, Long> drop : producer.dropped().byLabel().entrySet()) {
      json.writeNumberField(drop.getKey(), drop.getValue());
    }
    json.writeEndObject();
    json.writeNumberField("gaps", producer.gaps());
    json.writeNumberField("duplicates", producer.duplicates());
    json.writeBooleanField("ended", producer.ended());
    json.writeEndObject();
  }
}
