package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The {@code sluice} command. */
@Command(
    name = "sluice",
    description = "Collects monitoring records from running programs and analyzes them.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Try:",
      "  sluice demo                                 a real program, monitored through Kafka",
      "  sluice run --preset http,jdbc --watch -- java -jar app.jar",
      "  sluice run --sink file:records --include 'com.example.**' -- java -jar app.jar",
      "  sluice verify records                       did everything arrive?",
      "  sluice cat records --format jsonl | head",
      "  sluice help cat                             what a command does, with examples",
      "  sluice help source                          what a SOURCE can be"
    })
public final class Main implements Runnable {
  private static final int HELP_WIDTH = 100;
  private static final long MAX_END_MILLIS = 40_000;
  private static final List<String> HELP = List.of("help", "-h", "--help");

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  private boolean help;

  @Option(
      names = Failures.DEBUG,
      scope = ScopeType.INHERIT,
      description = "Print logs of libraries, and the stack trace of a failure.")
  private boolean debug;

  @Option(
      names = Pager.OFF,
      scope = ScopeType.INHERIT,
      description = "Print directly, without a pager ($SLUICE_PAGER, $PAGER or less).")
  private boolean plain;

  @CommandLine.Spec private CommandSpec spec;

  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    if (!Failures.isDebug(args)) {
      silenceLibraries();
    }
    Screen screen = Screen.ofProcess();
    String program = screen == Screen.NONE ? null : Pager.program(System.getenv());
    Pager pager = new Pager(new FileOutputStream(FileDescriptor.out), program);
    boolean tty = Boolean.getBoolean("sluice.tty");
    PrintStream err = tty ? pager.beside(System.err) : System.err;
    Terminal terminal = new Terminal(pager, err, () -> tty && !pager.isRunning(), screen);
    Thread hook = new Thread(() -> interrupted(terminal, pager), "sluice-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    int code = pager.finish(run(terminal, args));
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs, and the JVM ends with it.
    }
    System.exit(code);
  }

  /** Ctrl-C: ends what was begun and says what is whole; the exit code is then the signal's. */
  private static void interrupted(Terminal terminal, Pager pager) {
    Thread end = new Thread(Interruption::end, "sluice-end");
    end.setDaemon(true);
    end.start();
    try {
      end.join(MAX_END_MILLIS);
      pager.interrupted();
    } catch (InterruptedException | IOException e) {
      // The line is all that is left to do.
    }
    terminal.clearLine();
    terminal.tell(
        "interrupted: "
            + (end.isAlive() ? "the command did not stop in time" : Interruption.describe()));
  }

  /** Messages of libraries reach the user as the one line of a failure. */
  static void silenceLibraries() {
    // A configuration without handlers, once a library logs: to start logging takes 40 ms.
    System.setProperty("java.util.logging.config.class", Object.class.getName());
  }

  /**
   * Runs a command in this JVM.
   *
   * @return its exit code, see {@link ExitCode}
   */
  public static int run(Terminal terminal, String... args) {
    Failures failures = new Failures(terminal, Failures.isDebug(args));
    CommandLine commands =
        commands(terminal, args.length == 0 ? "" : args[0], isAsked(List.of(args)));
    if (!Collections.disjoint(List.of(args), HELP)) {
      commands.setUsageHelpWidth(Math.min(HELP_WIDTH, terminal.screen().columns().getAsInt()));
    }
    commands
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures)
        // No lambda: one of an interface that is compiled for Java 5 keeps it from the archive of
        // classes.
        .setExecutionStrategy(
            new CommandLine.RunLast() {
              @Override
              public int execute(CommandLine.ParseResult parsed) {
                if (terminal.out() instanceof Pager pager) {
                  pager.take(parsed);
                }
                List<Path> jars = PluginRunner.jars(parsed);
                if (jars.isEmpty()) {
                  return super.execute(parsed);
                }
                try {
                  return PluginRunner.run(jars, terminal, args);
                } catch (RuntimeException e) {
                  throw new CommandLine.ExecutionException(commands, e.getMessage(), e);
                }
              }
            });
    try {
      return commands.execute(args);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return failures.handleError(e);
    }
  }

  /**
   * Runs a command for a caller in another class loader, which shares only the classes of the JDK;
   * see {@link Terminal} and {@link Screen} for the parameters.
   */
  public static int run(
      OutputStream out,
      PrintStream err,
      BooleanSupplier interactive,
      IntSupplier columns,
      boolean colour,
      String[] args) {
    return run(new Terminal(out, err, interactive, new Screen(columns, colour)), args);
  }

  /** Returns whether a command of that name may be meant; a file of arguments may hold any. */
  private static Predicate<String> isAsked(List<String> args) {
    boolean any = args.stream().anyMatch(arg -> arg.startsWith("@"));
    return name -> any || args.contains(name);
  }

  /** {@code sluice} with all its commands. */
  public static CommandLine commands(Terminal terminal) {
    return commands(terminal, "", name -> true);
  }

  /**
   * Returns the command whose name is the first word alone, or else all, where those that nobody
   * asks for have neither options nor parameters.
   */
  private static CommandLine commands(Terminal terminal, String word, Predicate<String> asked) {
    CommandLine line = new CommandLine(new Main());
    List<CommandProvider> named = providers(type -> isNamed(type, word));
    for (CommandProvider provider : named.isEmpty() ? providers(type -> true) : named) {
      line.addSubcommand(line(provider, terminal, asked));
    }
    if (named.isEmpty()) {
      UnbuiltCommand.addTo(line);
      line.addSubcommand(new HelpCommand());
      line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
    }
    line.setOut(new PrintWriter(terminal.printer(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(terminal.err(), true));
    line.setUsageHelpWidth(HELP_WIDTH);
    Ansi ansi = terminal.screen().colour() ? Ansi.ON : Ansi.OFF;
    line.setColorScheme(CommandLine.Help.defaultColorScheme(ansi));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    layOutAll(line);
    CommandLine run = line.getSubcommands().get("run");
    if (run != null) {
      // The options of the program that is run are not ours.
      run.setStopAtPositional(true);
      run.getCommandSpec().usageMessage().parameterListHeading("");
    }
    return line;
  }

  private static List<CommandProvider> providers(Predicate<Class<?>> wanted) {
    return Stream.concat(
            Stream.of(
                    new RunCommand(),
                    new AttachCommand(),
                    new InstrumentCommand(),
                    new CatCommand(),
                    new InspectCommand(),
                    new StatsCommand(),
                    new VerifyCommand(),
                    new MergeAuditsCommand(),
                    new DoctorCommand())
                .filter(command -> wanted.test(command.getClass())),
            ServiceLoader.load(CommandProvider.class).stream()
                .filter(command -> wanted.test(command.type()))
                .map(ServiceLoader.Provider::get))
        .toList();
  }

  /**
   * Returns whether a class is that of a command, as {@code MergeAuditsCommand} of merge-audits.
   */
  private static boolean isNamed(Class<?> type, String command) {
    return type.getSimpleName().equalsIgnoreCase(command.replace("-", "") + "Command");
  }

  /**
   * Returns the command, or what the list of commands needs of it: a model takes milliseconds to
   * make.
   */
  private static CommandLine line(
      CommandProvider provider, Terminal terminal, Predicate<String> asked) {
    Command annotation = provider.getClass().getAnnotation(Command.class);
    if (annotation == null || asked.test(annotation.name())) {
      return provider.command(terminal);
    }
    CommandSpec listed = CommandSpec.create().name(annotation.name());
    listed.usageMessage().description(annotation.description()).hidden(annotation.hidden());
    return new CommandLine(listed);
  }

  private static void layOutAll(CommandLine parent) {
    for (CommandLine command : parent.getSubcommands().values()) {
      command
          .getCommandSpec()
          .usageMessage()
          .sortOptions(false)
          .parameterListHeading("%n")
          .optionListHeading("%n");
      layOutAll(command);
    }
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
  }
}
