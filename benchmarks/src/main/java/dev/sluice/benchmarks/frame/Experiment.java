package dev.sluice.benchmarks.frame;

import dev.sluice.benchmarks.JsonFile;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.Progress;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.pages.Page;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command that measures. A subclass has a {@code @Command} with its name, options of its own, and
 * tells its steps; what it does not override is reported as all experiments are. For one thread.
 */
public abstract class Experiment extends TerminalCommand {
  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "Short rounds, for a first look.")
  private boolean quick;

  @Option(names = "--full", description = "Rounds as long as the published figures have (default).")
  private boolean full;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description =
          "Write index.html and results.json, and keep each finished step in results.jsonl: the same"
              + " command goes on where it was interrupted.")
  private Path output;

  @Mixin private JsonOption json;

  private ScratchFolder scratch;

  /** What {@code bench list} and the help tell about it. */
  public abstract About about();

  /** The command under a name. */
  public final CommandLine command(String name, Terminal terminal) {
    CommandLine line = command(terminal);
    String example = "  sluice bench " + name + " " + about().example();
    CommandSpec named = line.getCommandSpec().name(name);
    named.usageMessage().description(about().what().replace("%", "%%"), "", example);
    return line;
  }

  /**
   * The steps, in the order in which they run.
   *
   * @throws ToolException if an option is wrong; nothing has been done then
   */
  protected abstract List<Step> steps() throws IOException, InterruptedException;

  /** What is measured and how: lines before it is, and paragraphs of the page. */
  protected List<String> notes() {
    return List.of();
  }

  /** Prints the results. */
  protected void print(Results results, PrintStream out) throws IOException {
    Report.print(results, out);
  }

  /** The results as JSON, an object a row. */
  protected List<JsonObject> json(Results results) {
    return Report.json(results);
  }

  /** What it is about: what its page begins with, the most important first. */
  protected List<Comparison> comparisons(Results results) {
    return results.metrics().stream().map(metric -> Comparison.of(results, metric)).toList();
  }

  /** Adds charts and tables of its own to the page; one with all figures follows. */
  protected void page(Results results, Page page) {}

  /** Figures of papers beside ours. */
  protected List<Published> published(Results results) {
    return List.of();
  }

  /** Ends what the steps left open; called once, after the last one. */
  protected void close() {}

  /** A folder for what several steps use; it goes with the last one. */
  protected final synchronized Path scratch() throws IOException {
    if (scratch == null) {
      scratch = ScratchFolder.create();
    }
    return scratch.path();
  }

  /** Whether a first look is enough. */
  protected final boolean isQuick() {
    return quick;
  }

  /**
   * About how long it takes, with no option but {@code --quick} or none.
   *
   * @throws ToolException if it does not go without options here
   */
  final double plannedSeconds(boolean first) throws IOException, InterruptedException {
    quick = first;
    try {
      return steps().stream().mapToDouble(Step::seconds).sum();
    } finally {
      quick = false;
    }
  }

  /** Its name on the command line. */
  public final String name() {
    return spec.name();
  }

  @Override
  public final Integer call() throws Exception {
    if (quick && full) {
      throw new ToolException("--quick and --full exclude each other");
    }
    if (json.file() != null) {
      JsonFile.check(json.file());
    }
    List<Step> steps = steps();
    String command = CommandWords.of(spec);
    KeptSteps kept = output == null ? null : KeptSteps.open(output, command, ClassPath.build());
    PrintStream out = json.isPrinted() ? terminal.err() : terminal.printer();
    out.println(Machine.line());
    notes().forEach(out::println);
    Progress progress = new Progress(terminal);
    Run run = new Run(steps, kept, progress);
    StopSignal lastWords = new StopSignal(() -> interrupted(run, progress), 0);
    try {
      run.run();
    } finally {
      close();
      if (scratch != null) {
        scratch.close();
      }
      lastWords.close();
    }
    report(run.results());
    return ExitCode.OK;
  }

  /** What is said when Ctrl-C ends the JVM, on a thread of its own. */
  private void interrupted(Run run, Progress progress) {
    progress.clear();
    String how =
        output == null
            ? "; with -o DIR the next run would go on from here"
            : "; the same command goes on from " + output.resolve(KeptSteps.NAME);
    Interruption.whole("%d of %d steps are finished%s".formatted(run.finished(), run.size(), how));
    try {
      report(run.results());
    } catch (IOException | RuntimeException e) {
      terminal.tell(e.toString());
    }
  }

  private void report(Results results) throws IOException {
    if (results.isEmpty()) {
      return;
    }
    List<Published> published = published(results);
    if (json.write(terminal, target -> JsonRows.write(json(results), target))) {
      PrintStream out = terminal.printer();
      print(results, out);
      results.failures().forEach(out::println);
      Report.printPublished(published, out);
    }
    if (output != null) {
      JsonFile.check(output.resolve("results.json"))
          .write(target -> JsonRows.write(json(results), target));
      Page page = Report.page(name(), about(), results, comparisons(results));
      page(results, page);
      Report.published(published, page);
      Report.figures(results, page);
      Report.method(about(), notes(), CommandWords.of(spec), page);
      Path html = output.resolve("index.html");
      page.write(html);
      terminal.err().println("The page with charts: " + html);
    }
  }
}
