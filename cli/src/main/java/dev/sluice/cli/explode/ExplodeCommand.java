package dev.sluice.cli.explode;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.RecordOptions;
import dev.sluice.cli.Since;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.rawwriters.kafka.RecordMessageWriter;
import dev.sluice.rawwriters.kafka.SameTopic;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.explode.RecordKey;
import dev.sluice.tools.explode.RecordSender;
import dev.sluice.tools.explode.Throughput;
import dev.sluice.tools.format.ConnectJson;
import dev.sluice.tools.format.RecordFormat;
import dev.sluice.tools.format.TextOutput;
import dev.sluice.tools.recordings.AuditReport;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.RecordText;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.TypeFilter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends the records of a source to a topic, one message a record. */
@Command(
    name = "explode",
    description = "Send the records of a source to a topic of Kafka, one message a record.",
    footer = {
      "",
      "  sluice explode kafka://broker:9092/orders --to kafka://broker:9092/orders.json --follow",
      "",
      "For consumers that cannot read chunks, as the sinks of Kafka Connect.",
      "",
      "Formats:",
      "  json     the object that 'sluice cat --format jsonl' prints",
      "  connect  the same with a schema, for Connect's JsonConverter with",
      "           schemas.enable=true; NaN and infinities are null",
      "",
      "Keys: producer keeps the records of a producer in one partition, in order;",
      "record does too and is unique, for sinks that replace what they have; trace",
      "and operation keep those of a trace or an operation together; field:NAME",
      "takes any field; none spreads them. A record without the field has the key",
      "of its producer.",
      "",
      "Headers sluice.producer, sluice.sequence (of the chunk), sluice.record (its",
      "place in the chunk) name a record; sluice.type is its type.",
      "",
      "From a topic it reads as a member of a group, sluice-explode-FROM-TO unless",
      "?group=NAME says otherwise, and goes on where that has committed, which it",
      "does when the records are delivered: at least once. Several at a time share",
      "the partitions. What was sent and not committed when one was killed, one poll",
      "at most, is sent again, with the same headers.",
      "",
      "Exit code: 0 all was sent; 1 a chunk is damaged, or a record could not be",
      "read or is too long for a message; 2 wrong usage, an unreachable source, or a",
      "topic that does not take messages."
    })
public final class ExplodeCommand extends TerminalCommand {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int STOP_SECONDS = 10;

  @Mixin private SourceParameter source;
  @Mixin private Since since;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "URI",
      description = {
        "The topic: kafka://HOST:PORT/TOPIC; ?kafka.NAME=VALUE are settings of",
        "Kafka's producer, and so are those of --config."
      })
  private String to;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      defaultValue = "json",
      description = "json or connect (default: json)")
  private Form format;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      defaultValue = "producer",
      description = "producer, record, trace, operation, field:NAME or none (default: producer)")
  private String key;

  @Option(names = "--follow", description = "Wait for more at the end; ends with Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--quarantine",
      paramLabel = "DIR|URI",
      description = {
        "Set chunks aside there that cannot be read or sent whole: in a directory,",
        "or in a dead-letter topic, kafka://HOST:PORT/TOPIC."
      })
  private String quarantine;

  @Option(
      names = "--positions",
      paramLabel = "FILE",
      description = {
        "Keeps there which chunks were sent: the audit is then that of all runs, and",
        "a restart repeats less. One file for each process."
      })
  private Path positions;

  @Option(names = "--json", description = "Print the audit as JSON.")
  private boolean json;

  @Mixin private RecordOptions records;

  /** What a message holds. */
  enum Form {
    json,
    connect
  }

  @Override
  public Integer call() throws IOException {
    RecordKey by = RecordKey.parse(key);
    RecordText text = records.messages();
    if (format == Form.connect && text.longAsString()) {
      throw new ToolException("--long-as-string does not go with --format connect");
    }
    SourceSpec from = source.open(follow, since, defaults(), terminal);
    TypeFilter filter = text.filter();
    Progress progress = new Progress(terminal);
    Throughput pace = new Throughput(progress);
    DamageList damages = new DamageList();
    try (RecordMessageWriter messages =
            RecordMessageWriter.open(Endpoint.parse(to, source.options()));
        RecordStream stream = open(from, messages, pace, damages)) {
      long before = stream.audit().chunks();
      RecordSender sender = new RecordSender(messages, by, text, filter, out -> format(text, out));
      try (StopSignal stop = new StopSignal(stream::wakeup, STOP_SECONDS)) {
        while (!stop.isStopped() && !stream.exhausted()) {
          from.poll(() -> stream.poll(sender, POLL));
          pace.tick();
        }
        progress.clear();
        Audit audit = stream.audit();
        if (stream.exhausted() && !(audit.chunks() == before && isTopic())) {
          filter.check(from);
          from.checked(audit, damages);
        }
        String sent = Figures.count(sender.sent(), "message") + " to " + messages + pace.mean();
        return conclude(from, audit, damages, sent);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      progress.clear();
    }
  }

  private RecordStream open(
      SourceSpec from, RecordMessageWriter messages, Throughput pace, DamageList damages)
      throws IOException {
    RecordStreamBuilder builder =
        from.builder(pace::of)
            .beforeAcknowledge(messages)
            .chunkListener(chunk -> pace.chunk(chunk.header().recordCount()))
            .damageListener(
                damage -> {
                  damages.accept(damage);
                  pace.trouble();
                });
    if (positions != null) {
      builder.positions(positions);
    }
    if (quarantine != null) {
      builder.quarantine(Endpoint.parse(quarantine, source.options()));
    }
    return builder.open();
  }

  /** Options of a source that is a topic. */
  private Map<String, String> defaults() {
    Endpoint in = source.endpoint();
    Endpoint out = Endpoint.parse(to);
    if (!out.scheme().equals("kafka")) {
      throw new ToolException("--to must be a topic as kafka://host:9092/topic, was '" + to + "'");
    }
    if (SameTopic.isSame(source.configuredEndpoint(), Endpoint.parse(to, source.options()))) {
      throw new ToolException("--to must be another topic than the source, was '" + to + "'");
    }
    Map<String, String> defaults = new HashMap<>();
    // What a poll brings at most comes again after a kill.
    defaults.put("kafka.fetch.max.bytes", Integer.toString(1 << 20));
    if (!hasGroup(in.options()) && !hasGroup(source.options())) {
      defaults.put("group", "sluice-explode-" + topic(in) + "-" + topic(out));
    }
    return defaults;
  }

  /** Whether the user names a group as Kafka does. */
  private static boolean hasGroup(Options options) {
    return !options.withPrefix("kafka.group.id").isEmpty();
  }

  /** Where an earlier run may have sent all that there is. */
  private boolean isTopic() {
    return source.endpoint().scheme().equals("kafka");
  }

  private static String topic(Endpoint endpoint) {
    return endpoint.path().replaceFirst("^/", "");
  }

  private RecordFormat format(RecordText text, TextOutput out) {
    return switch (format) {
      case json -> text.json(out);
      case connect -> new ConnectJson(out, text.bare());
    };
  }

  private int conclude(SourceSpec from, Audit audit, DamageList damages, String sent) {
    PrintStream out = terminal.printer();
    AuditReport.print(from.toString(), audit, json, out);
    if (!json) {
      damages.print(out, "  ");
      out.println();
      out.println(sent);
    }
    out.flush();
    return ExitCode.of(audit.damaged() + audit.rejected() == 0);
  }
}
