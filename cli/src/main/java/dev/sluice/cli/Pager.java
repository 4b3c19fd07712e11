package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/**
 * Standard output that is a terminal: what a command prints goes through the user's pager, as with
 * git, if it is a text to be read. The pager begins with the first {@value #HELD} bytes or at the
 * end, so that progress can be shown until then. Any thread.
 */
final class Pager extends OutputStream {
  static final String OFF = "--no-pager";

  /** Exit code of a program that was ended because nobody reads its output. */
  static final int BROKEN_PIPE = 141;

  /** Commands whose result is a text; what they show again and again is not. */
  static final List<String> COMMANDS =
      List.of(
          "cat compare doctor findings help inspect merge-audits sql stats top trace verify"
              .split(" "));

  private static final int HELD = 1 << 15;

  /** A pager that is not there has read nothing, and something else takes its place. */
  private static final String SCRIPT =
      "[ '%1$s' != less ] || command -v less >/dev/null || exec cat\n"
          + "%1$s\nis=$?; [ $is = 127 ] && exec cat; exit $is";

  private final OutputStream out;
  private final String program;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private OutputStream to;
  private volatile Process process;
  private boolean broken;

  /** Creates a pager of a terminal, with a {@link #program}. */
  Pager(OutputStream out, String program) {
    this.out = out;
    this.program = program;
    to = out;
  }

  /** Returns the pager of an environment, for a shell; null for none. */
  static String program(Map<String, String> environment) {
    String usual = environment.getOrDefault("PAGER", "less");
    String program = environment.getOrDefault("SLUICE_PAGER", usual).strip();
    boolean dumb = environment.getOrDefault("TERM", "dumb").equals("dumb");
    return dumb || program.isEmpty() || program.equals("cat") ? null : program;
  }

  /** Has the pager show what is printed from now on, if the command is one for it. */
  void take(ParseResult parsed) {
    List<ParseResult> all =
        parsed.asCommandLineList().stream().map(c -> c.getParseResult()).toList();
    ParseResult last = all.get(all.size() - 1);
    boolean text = COMMANDS.contains(last.commandSpec().name());
    boolean once = !last.hasMatchedOption("--follow");
    boolean off = all.stream().anyMatch(one -> one.hasMatchedOption(OFF));
    boolean help = all.stream().anyMatch(ParseResult::isUsageHelpRequested);
    if (program != null && !off && (help || text && once)) {
      to = held;
    }
  }

  /** Returns whether the screen is the pager's. */
  boolean isRunning() {
    Process started = process;
    return started != null && started.isAlive();
  }

  /** Standard error on the same terminal, which goes through the pager, too, while it runs. */
  PrintStream beside(PrintStream err) {
    OutputStream either =
        new FilterOutputStream(err) {
          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            (isRunning() ? Pager.this : err).write(bytes, offset, length);
          }
        };
    return new PrintStream(either, true, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      to.write(bytes, offset, length);
      if (held.size() >= HELD) {
        flush();
      }
    } catch (IOException e) {
      broken = process != null; // q was typed
      throw broken ? new IOException("Broken pipe", e) : e;
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    if (to == held && held.size() > 0) {
      start();
    }
    to.flush();
  }

  private void start() throws IOException {
    to = out;
    if (!Interruption.isEnding()) {
      ProcessBuilder builder = new ProcessBuilder("sh", "-c", SCRIPT.formatted(program));
      builder.environment().putIfAbsent("LESS", "FRX");
      builder.redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT);
      try {
        process = builder.start();
        to = process.getOutputStream();
      } catch (IOException e) {
        // there is no shell
      }
    }
    held.writeTo(to);
    held.reset();
  }

  /**
   * Ends the output, and waits until it was read.
   *
   * @param code of the command
   * @return the exit code, another one if the command was cut short
   */
  int finish(int code) {
    try {
      flush();
      if (process != null) {
        to.close();
      }
    } catch (IOException e) {
      broken = process != null; // which is all that is left to know
    }
    leave();
    return broken ? BROKEN_PIPE : code;
  }

  /** Prints what is held, and waits for a pager that runs, which Ctrl-C does not end. */
  void interrupted() throws IOException {
    if (process == null) {
      flush();
    }
    leave();
  }

  private void leave() {
    try {
      if (process != null) {
        process.waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
