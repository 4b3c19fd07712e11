package dev.sluice.cli;

import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.function.Supplier;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** JSON, the same for all commands: printed in place of text, or written to a file beside it. */
public final class JsonOption {
  private static final String PRINT = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = PRINT,
      preprocessor = Attached.class,
      description = {
        "Print JSON instead of text; with =FILE, write it to FILE and print",
        "text. Times are in nanoseconds."
      })
  private Path file;

  /** A file is attached with =; the word behind the option may be a source. */
  static final class Attached implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean isAttached = !" ".equals(info.get("separator"));
      if (!isAttached) {
        option.setValue(Path.of(PRINT));
      }
      return !isAttached;
    }
  }

  /** Returns whether JSON is wanted at all. */
  public boolean isGiven() {
    return file != null;
  }

  /** Returns the file for it, or null. */
  public Path file() {
    return isPrinted() ? null : file;
  }

  /** Returns whether it is printed in place of text. */
  public boolean isPrinted() {
    return file != null && file.toString().equals(PRINT);
  }

  /**
   * Writes JSON where it is wanted, in place of an older file.
   *
   * @return whether text is wanted, too
   */
  public boolean write(Terminal terminal, NewFile.Content content) throws IOException {
    if (isPrinted()) {
      content.write(terminal.out());
      terminal.out().flush();
      return false;
    }
    if (file != null) {
      NewFile.replace(file, content);
    }
    return true;
  }

  /** Writes one line of JSON where it is wanted; returns whether text is wanted, too. */
  public boolean writeLine(Terminal terminal, Supplier<String> json) throws IOException {
    if (isPrinted()) {
      terminal.printer().println(json.get());
      return false;
    }
    return write(terminal, out -> out.write((json.get() + "\n").getBytes(StandardCharsets.UTF_8)));
  }
}
