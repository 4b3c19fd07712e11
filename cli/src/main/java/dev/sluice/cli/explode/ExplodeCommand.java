package dev.sluice.cli.explode;

import dev.sluice.api.config.Endpoint;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.RecordOptions;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.rawwriters.kafka.SameTopic;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.explode.Explosion;
import dev.sluice.tools.explode.RecordKey;
import dev.sluice.tools.recordings.AuditReport;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.RecordText;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends the records of a source to a topic, one message a record. */
@Command(
    name = "explode",
    description = {
      "Send the records of a source to a Kafka topic, one message per record.",
      "",
      "  sluice explode kafka://broker:9092/orders --to kafka://broker:9092/orders.json --follow"
    },
    footer = {
      "",
      "For consumers that cannot read chunks, such as sinks of Kafka Connect.",
      "",
      "Formats:",
      "  json     the object that 'sluice cat --format jsonl' prints",
      "  connect  that object with a schema, for Kafka Connect's JsonConverter with",
      "           schemas.enable=true; NaN and infinities become null",
      "",
      "Keys:",
      "  producer    records of one producer are in one partition, in order",
      "  record      as producer, and unique, for sinks that replace rows by key",
      "  trace       records of one trace are in one partition",
      "  operation   records of one operation are in one partition",
      "  field:NAME  records with the same value of a field are in one partition",
      "  none        records are spread over all partitions",
      "A record without the field has the key of its producer.",
      "",
      "The headers sluice.producer, sluice.sequence (of the chunk) and sluice.record",
      "(position in the chunk) identify a record; sluice.type is its record type.",
      "",
      "If the source is a topic, explode reads it as a member of the consumer group",
      "sluice-explode-FROM-TO or ?group=NAME, and continues at the committed offset.",
      "It commits after delivery (at least once). Several processes share the",
      "partitions. If a process is killed, at most the messages of one poll are sent",
      "again, with the same headers.",
      "",
      "Exit code: 0 all records were sent; 1 something is missing, damaged or in",
      "conflict in the source (a producer without an end may still run), or a record",
      "could not be read or is too long for a message; 2 wrong usage, an unreachable",
      "source, or a topic that does not accept messages."
    })
public final class ExplodeCommand extends TerminalCommand {
  private static final int STOP_SECONDS = 10;

  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "TARGET",
      description = {
        "Topic to write: kafka://HOST:PORT/TOPIC; ?kafka.NAME=VALUE sets options",
        "of the Kafka producer, and so does --config."
      })
  private String to;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "json",
      description = "Message format: json or connect (default: ${DEFAULT-VALUE}).")
  private Explosion.Form format;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      defaultValue = "producer",
      description = {
        "Message key: producer, record, trace, operation, field:NAME or none",
        "(default: ${DEFAULT-VALUE})."
      })
  private String key;

  @Option(
      names = "--follow",
      description = "Wait for new records at the end of the source; Ctrl-C stops.")
  private boolean follow;

  @Option(
      names = "--quarantine",
      paramLabel = "DIR|URI",
      description = {
        "Directory or dead-letter topic, kafka://HOST:PORT/TOPIC, for chunks",
        "that cannot be read or sent completely."
      })
  private String quarantine;

  @Option(
      names = "--positions",
      paramLabel = "FILE",
      description = {
        "File that keeps which chunks were sent: the audit then covers all runs,",
        "and a restart sends less again. Each process needs its own file."
      })
  private Path positions;

  @Mixin private JsonOption json;

  @Mixin private RecordOptions records;

  @Override
  public Integer call() throws IOException {
    RecordKey by = RecordKey.parse("--key", key);
    RecordText text = records.messages();
    if (format == Explosion.Form.connect && text.longAsString()) {
      throw new ToolException("--long-as-string cannot be used with --format connect");
    }
    SourceSpec from = source.open(follow, since, defaults(target()), terminal);
    Explosion explosion = new Explosion(from, target(), by, text, format).positions(positions);
    if (quarantine != null) {
      explosion.quarantine(Endpoint.parse(quarantine, source.options()));
    }
    StopSignal stop = new StopSignal(explosion::end, STOP_SECONDS);
    try {
      return conclude(from, explosion.run(new Progress(terminal)));
    } finally {
      stop.close();
    }
  }

  private Endpoint target() {
    return Endpoint.parse(to, source.options());
  }

  /** Options of a source that is a topic. */
  private Map<String, String> defaults(Endpoint topic) {
    if (!topic.scheme().equals("kafka")) {
      throw new ToolException("--to must be a topic as kafka://host:9092/topic, was '" + to + "'");
    }
    if (SameTopic.isSame(source.configuredEndpoint(), topic)) {
      throw new ToolException("--to must be another topic than the source, was '" + to + "'");
    }
    return Explosion.sourceDefaults(source.endpoint(), source.options(), topic);
  }

  private int conclude(SourceSpec from, Explosion.Result result) throws IOException {
    Audit audit = result.audit();
    String messages = Figures.count(result.sent(), "message");
    Interruption.whole(messages + " are sent to " + result.topic());
    if (json.writeLine(terminal, audit::toJson)) {
      PrintStream out = terminal.printer();
      AuditReport.print(from.toString(), audit, out);
      result.damages().print(out, "  ");
      out.println();
      String sent = messages + " to " + result.topic();
      long rate = result.recordsPerSecond();
      out.println(rate < 0 ? sent : sent + ", " + Figures.count(rate) + " records/s");
    }
    return ExitCode.of(Verdict.isLossless(audit));
  }
}
