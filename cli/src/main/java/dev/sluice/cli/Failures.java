package dev.sluice.cli;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.LineStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever goes wrong into one line on standard error and an exit code. */
record Failures(Terminal terminal, boolean debug)
    implements IExecutionExceptionHandler, IParameterExceptionHandler {
  static final String DEBUG = "--debug";

  /**
   * Returns whether {@code --debug} stands among our own options, or {@code SLUICE_DEBUG} is set.
   */
  static boolean isDebug(String... args) {
    return System.getenv("SLUICE_DEBUG") != null || ownArguments(args).contains(DEBUG);
  }

  private static List<String> ownArguments(String... args) {
    List<String> all = Arrays.asList(args);
    int end = all.indexOf("--");
    return all.subList(0, end < 0 ? all.size() : end);
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName(" ");
    boolean atRoot = e.getCommandLine().getParent() == null;
    String help = atRoot ? "sluice help" : command.replaceFirst(" ", " help ");
    report(usageLine(e, args) + "; see '" + help + "'", e);
    return ExitCode.USAGE;
  }

  private static String usageLine(ParameterException e, String... args) {
    Set<String> options = e.getCommandLine().getCommandSpec().optionsMap().keySet();
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      CommandLine line = e.getCommandLine();
      boolean option = word.startsWith("-");
      if (!option && !line.getSubcommands().isEmpty()) {
        return Suggestions.unknown("command", word, line.getSubcommands().keySet());
      }
      return option
          ? Suggestions.unknown("option", word, options)
          : "unexpected argument '" + word + "'; quote a glob so that the shell does not expand it";
    }
    if (e instanceof MissingParameterException) {
      // What is missing may be there, misspelt.
      for (String word : ownArguments(args)) {
        String name = word.replaceFirst("=.*", "");
        if (name.startsWith("--") && !options.contains(name)) {
          return Suggestions.unknown("option", name, options);
        }
      }
    }
    String message = e.getMessage();
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult result) {
    if (e instanceof UncheckedIOException unchecked && isBrokenPipe(unchecked.getCause())) {
      return ExitCode.OK; // the reader of the output has closed it, as in "| head"
    }
    report(line(e), e);
    return ExitCode.USAGE;
  }

  /** An error of the virtual machine is no verdict about the source. */
  int handleError(VirtualMachineError e) {
    String more =
        e instanceof OutOfMemoryError ? "; more memory: JAVA_TOOL_OPTIONS=-Xmx2g sluice …" : "";
    report("the Java virtual machine failed:  " + e + more, e);
    return ExitCode.USAGE;
  }

  private static boolean isBrokenPipe(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("roken pipe") || message.contains("Pipe closed");
  }

  private static String line(Throwable e) {
    if (e instanceof ToolException) {
      return e.getMessage();
    }
    if (e instanceof ChildFailure child) {
      List<String> last = child.lastLines();
      return e.getMessage() + (last.isEmpty() ? "" : ": " + last.get(last.size() - 1));
    }
    if (e instanceof ConfigurationException configuration) {
      return String.join("; ", configuration.problems());
    }
    if (e instanceof UncheckedIOException) {
      return line(e.getCause());
    }
    if (e instanceof NoSuchFileException) {
      return e.getMessage() + " does not exist";
    }
    if (e instanceof AccessDeniedException) {
      return "no permission for " + e.getMessage();
    }
    if (e instanceof IOException && e.getMessage() != null) {
      return e.getMessage();
    }
    return "failed unexpectedly: " + e + " (" + DEBUG + " prints the stack trace)";
  }

  private void report(String line, Throwable e) {
    if (Interruption.isEnding()) {
      return; // what fails then was interrupted, which is said elsewhere
    }
    terminal.clearLine();
    LineStream.println(terminal.err(), "sluice: ", line.strip().replaceAll("\\s*\\R\\s*", " "));
    if (debug) {
      for (Throwable thrown = e; thrown != null; thrown = thrown.getCause()) {
        terminal.err().println((thrown == e ? "" : "Caused by: ") + thrown);
        for (StackTraceElement frame : thrown.getStackTrace()) {
          terminal.err().println("    at " + frame);
        }
      }
    }
  }
}
