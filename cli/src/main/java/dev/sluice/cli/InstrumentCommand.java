package dev.sluice.cli;

import dev.sluice.monitoring.select.Rules;
import dev.sluice.source.InstrumentationReport;
import dev.sluice.source.Note;
import dev.sluice.source.SourceInstrumentation;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.recordings.Figures;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts probes into sources. */
@Command(
    name = "instrument",
    description = {
      "Write a copy of Java sources with probes in them.",
      "",
      "  sluice instrument src/main/java -o build/instrumented --include 'com.acme.**'",
      "  sluice instrument src -o out --include '!private com.acme.**' --exclude '**#get*'",
      "  sluice instrument src -o out --include '**' --probe aggregate \\",
      "      --rule 'slow.include=com.acme.Db' --rule slow.probe=execution,events"
    },
    footer = {
      "",
      "Line numbers stay the same, so stack traces match the original sources. Other",
      "files are copied unchanged. Compile the copy instead of the sources, with",
      "sluice-monitoring on the class path. Run it with sluice-monitoring, the jars of",
      "a sink, and -Dsluice.sink=URI: it records what the agent would record. The",
      "Maven plug-in sluice-maven-plugin does the same.",
      "",
      "Constructors and static initialisers get a probe only if a pattern names them:",
      "#<init>, #<clinit>. Bodies of lambdas and methods without a body get none.",
      "Files that cannot be parsed and methods close to the limit of 64 KiB are left",
      "unchanged and are listed. If this command wrote DIR before, it replaces DIR;",
      "files that have probes already stay unchanged."
    })
final class InstrumentCommand extends TerminalCommand {
  private static final int SHOWN = 20;
  private static final int STOP_SECONDS = 10;

  @Parameters(paramLabel = "SRC", description = "Directory with the Java sources.")
  private Path sources;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "Directory for the copy; must not be inside SRC.")
  private Path output;

  @Mixin private RuleOptions rules = new RuleOptions();

  @Option(
      names = {"-cp", "--classpath"},
      paramLabel = "PATH",
      description = "Jars and class directories of the sources, to resolve full type names.")
  private String classPath = "";

  @Option(
      names = {"-e", "--encoding"},
      paramLabel = "NAME",
      defaultValue = "UTF-8",
      description = "Character set of the sources (default: ${DEFAULT-VALUE}).")
  private Charset encoding;

  @Option(
      names = "--all",
      description = "List everything that was left unchanged, without a limit.")
  private boolean all;

  @Override
  public Integer call() throws IOException {
    Rules chosen = rules.read();
    StopSignal stop = new StopSignal(() -> {}, STOP_SECONDS); // a tree that is not whole misleads
    InstrumentationReport report =
        new SourceInstrumentation(sources, chosen)
            .charset(encoding)
            .classPath(paths(classPath))
            .into(output);
    Interruption.whole(Figures.count(report.files(), "file") + " are written to " + output);
    print(report);
    stop.close();
    return ExitCode.OK;
  }

  private static List<Path> paths(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(entry -> !entry.isBlank())
        .map(Path::of)
        .toList();
  }

  private void print(InstrumentationReport report) {
    String before =
        report.alreadyInstrumented() == 0
            ? ""
            : "; " + Figures.count(report.alreadyInstrumented(), "file") + " had probes already";
    line(
        "%s in %s of %s%s"
            .formatted(
                Figures.count(report.operations(), "operation"),
                Figures.count(report.instrumentedFiles()),
                Figures.count(report.files(), "file"),
                before));
    list("left unchanged", report.untouched());
    list(
        "with unresolved types, whose names are kept as written (see --classpath)",
        report.unknownTypes());
    line("written to " + output);
  }

  private void list(String title, List<Note> notes) {
    if (notes.isEmpty()) {
      return;
    }
    line(Figures.count(notes.size(), "place") + " " + title + ":");
    int shown = all ? notes.size() : Math.min(SHOWN, notes.size());
    notes.subList(0, shown).forEach(note -> line("  " + note));
    if (shown < notes.size()) {
      line("  … and " + Figures.count(notes.size() - shown) + " more; --all lists them");
    }
  }

  private void line(String text) {
    terminal.printer().append(text).append('\n').flush();
  }
}
