package dev.sluice.cli.tune;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Secrets;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SinkParameter;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.Version;
import dev.sluice.cli.demo.Cleanup;
import dev.sluice.cli.demo.DemoBroker;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.NoTimeException;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.tune.Explanation;
import dev.sluice.tools.tune.Findings;
import dev.sluice.tools.tune.Goal;
import dev.sluice.tools.tune.Grid;
import dev.sluice.tools.tune.Measure;
import dev.sluice.tools.tune.Recording;
import dev.sluice.tools.tune.Setting;
import dev.sluice.tools.tune.TuneFiles;
import dev.sluice.tools.tune.TuneReport;
import dev.sluice.tools.tune.Tuning;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds the chunk size, delay, serializer and compression for one's own records and sink. */
@Command(
    name = "tune",
    description = {
      "Find chunk size, delay, serializer and compression for your records and sink.",
      "",
      "  sluice tune records --sink kafka://broker:9092/test --goal 'p99<250ms'",
      "  sluice tune records --sink file:/var/log/app/records --minimize cpu",
      "  sluice tune --synthetic operation_execution --quick",
      "  sluice tune --explain records"
    },
    customSynopsis = {
      "sluice tune SOURCE [--sink URI] [--goal LIMITS] [--minimize MEASURE] [OPTIONS]",
      "       sluice tune --synthetic TYPE [OPTIONS]",
      "       sluice tune --explain SOURCE"
    },
    footer = {
      "",
      "tune measures the sink alone, predicts each setting by replaying the source on",
      "a virtual clock, recommends a setting, and runs it and the default for real. It",
      "writes random bytes and the source's records to the sink: use a topic or port",
      "for tests. For a file: sink, it uses a hidden directory beside the records and",
      "deletes it at the end.",
      "",
      "Exit code: 0 the recommended setting meets the goal; 1 no setting does; 2 there",
      "is no answer, for example because the recording has no steady part."
    })
public final class TuneCommand extends TerminalCommand {
  private static final Pattern OPTION = Pattern.compile("([?&])([^=&?]+)=[^&]*");

  @Mixin private SourceParameter source = new SourceParameter();
  @Mixin private Since since = new Since();

  @Mixin private SinkParameter sink = new SinkParameter();

  @Spec private CommandSpec spec;

  @Option(
      names = "--synthetic",
      paramLabel = "TYPE",
      description = {
        "Generate records of this type instead of reading a source:",
        "operation_execution, …"
      })
  private String synthetic;

  @Option(
      names = "--goal",
      paramLabel = "LIMITS",
      description = {
        "Limits that the setting must meet: p50, p99 or cpu below a time, bytes",
        "(per record) or messages (per second) below a number:",
        "'p99<250ms', 'p99<1s,bytes<3'."
      })
  private String goal;

  @Option(
      names = "--minimize",
      paramLabel = "MEASURE",
      description = {
        "What to minimize: bytes, cpu, messages, p50 or p99 (default: the best",
        "compromise of all)."
      })
  private String minimize;

  @Option(
      names = "--chunk-records",
      paramLabel = "LIST",
      description = "Records per chunk to try, separated by commas: 256,1024.")
  private String chunkRecords;

  @Option(
      names = "--chunk-bytes",
      paramLabel = "LIST",
      description = "Chunk sizes to try: 64KiB,900KiB.")
  private String chunkBytes;

  @Option(names = "--delay", paramLabel = "LIST", description = "Delays to try: 50ms,200ms,1s.")
  private String delays;

  @Option(
      names = "--compression",
      paramLabel = "LIST",
      description = "Compressions to try: none,lz4.")
  private String compressions;

  @Option(
      names = "--serializer",
      paramLabel = "LIST",
      description = "Serializers to try: binary,protobuf.")
  private String serializers;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Records per second of all producers together (default: as recorded).")
  private double rate;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      defaultValue = "sluice-tune",
      description = "Directory for the results (default: ${DEFAULT-VALUE}).")
  private Path output;

  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--quick", description = "Try few settings in short runs, for a first look.")
  private boolean quick;

  @Option(
      names = "--measure-all",
      description = {
        "Run every setting for real instead of predicting it, in growing",
        "slices; a setting that is worse than another in every measure is",
        "stopped. If there are too many settings, a sample is run. Takes",
        "at most ten minutes."
      })
  private boolean measureAll;

  @Option(
      names = "--explain",
      description = {
        "Only print why the source's chunks were closed and",
        "what their parts cost."
      })
  private boolean explain;

  @Override
  public CommandLine command(Terminal terminal) {
    CommandLine line = super.command(terminal);
    // --synthetic takes the place of the source, which other commands insist on.
    CommandSpec tune = line.getCommandSpec();
    PositionalParamSpec positional = tune.positionalParameters().get(0);
    tune.remove(positional);
    tune.addPositional(positional.toBuilder().required(false).arity("0..1").build());
    return line;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (source.isGiven() == (synthetic != null)) {
      throw new ToolException(
          synthetic == null
              ? "no source; give one, or --synthetic TYPE for generated records"
              : "a source and --synthetic cannot be used together");
    }
    if (explain) {
      SourceSpec from = source.open(false, since, terminal);
      return ExitCode.of(Explanation.print(from, terminal.printer()));
    }
    return tune();
  }

  private Goal goal() {
    try {
      return goal == null ? Goal.NONE : Goal.parse(goal);
    } catch (ConfigurationException e) {
      throw new ToolException("--goal: " + e.getMessage());
    }
  }

  private int tune() throws IOException, InterruptedException {
    Goal limits = goal();
    Measure least = minimize == null ? null : Measure.named(minimize);
    Grid grid = new Grid(chunkRecords, chunkBytes, delays, serializers, compressions);
    List<Setting> settings = (quick ? grid.quick() : grid).settings();
    if (rate < 0 || !Double.isFinite(rate)) {
      throw new ToolException("--rate must be above 0, was " + rate);
    }
    checkOutput();
    Progress progress = new Progress(terminal);
    try (Cleanup cleanup = new Cleanup()) {
      Recording recording = recording(progress);
      Tuning tuning =
          new Tuning(
              new Tuning.Request(
                  recording,
                  name(),
                  sinkUri(cleanup, progress),
                  sink.uri() == null,
                  limits,
                  least,
                  settings,
                  quick,
                  measureAll,
                  command(),
                  new Version().getVersion()[0]),
              progress);
      cleanup.add(tuning::close);
      cleanup.add(() -> keepInterrupted(tuning.known()));
      return report(tuning.run());
    } catch (NoTimeException e) {
      throw new ToolException(e.getMessage() + "; give a rate, as --rate 10000", e);
    } finally {
      progress.clear();
    }
  }

  private Recording recording(Progress progress) throws IOException {
    Recording recording =
        synthetic != null
            ? Recording.synthetic(synthetic, rate)
            : Recording.of(source.open(false, since, terminal), rate, progress);
    if (!recording.isSteady()) {
      throw new ToolException(
          name()
              + Recording.UNSTEADY
              + "; record for longer, choose a part with --from and --until, or give a"
              + " rate, as --rate 10000");
    }
    return recording;
  }

  /** Before minutes are spent. */
  private void checkOutput() throws IOException {
    Files.createDirectories(output);
    if (!Files.isWritable(output)) {
      throw new ToolException("no permission to write to " + output);
    }
  }

  private String sinkUri(Cleanup cleanup, Progress progress)
      throws IOException, InterruptedException {
    if (sink.uri() != null) {
      sink.endpoint(); // refuses what no raw writer knows
      return sink.uri();
    }
    progress.now("starting a Kafka broker …");
    DemoBroker broker = DemoBroker.start(cleanup.newDirectory("sluice-tune-"), cleanup);
    progress.step("started a Kafka broker on " + broker.address() + "; --sink URI uses yours");
    return broker.uri();
  }

  /** Returns the source, for people. */
  private String name() {
    return synthetic != null
        ? "synthetic " + synthetic
        : source.open(false, since, terminal).toString();
  }

  /** Returns what was typed, without secrets. */
  private String command() {
    return spec.root().commandLine().getParseResult().originalArgs().stream()
        .map(TuneCommand::word)
        .collect(Collectors.joining(" ", "sluice ", ""));
  }

  private static String word(String argument) {
    Matcher option = OPTION.matcher(Secrets.maskUser(argument));
    String safe =
        option.replaceAll(
            match ->
                Matcher.quoteReplacement(
                    Secrets.isSecret(match.group(2))
                        ? match.group(1) + match.group(2) + "=" + Secrets.MASK
                        : match.group()));
    return safe.matches("[\\w@%+=:,./-]+") ? safe : "'" + safe.replace("'", "'\\''") + "'";
  }

  private int report(Findings findings) throws IOException {
    TuneFiles.write(findings, output);
    if (json.write(terminal, target -> TuneFiles.json(findings, target))) {
      PrintStream out = terminal.printer();
      new TuneReport(findings, out).print();
      out.println("Written: " + output + "/ with sluice.properties, tune.json, tune.html");
    }
    return ExitCode.of(findings.choice().met());
  }

  /** Keeps the findings when the command is interrupted or a step has failed. */
  private void keepInterrupted(Findings findings) {
    if (findings == null) {
      return;
    }
    try {
      TuneFiles.write(findings, output);
      if (!Interruption.isEnding()) {
        terminal.tell("ended early; the measurements so far are in " + output + "/");
      }
    } catch (IOException e) {
      terminal.tell("cannot write to " + output + ": " + e.getMessage());
    }
  }
}
