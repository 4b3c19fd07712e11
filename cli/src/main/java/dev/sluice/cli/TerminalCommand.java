package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/**
 * A command that writes to a terminal. Its class is its own {@link CommandProvider}, so that one
 * with a public constructor without parameters can be listed for {@link java.util.ServiceLoader}.
 * An object makes one command line, which keeps what it parses in it.
 */
public abstract class TerminalCommand implements CommandProvider, Callable<Integer> {
  /** Output of the command; set before the command is called. */
  protected Terminal terminal;

  @Override
  public CommandLine command(Terminal terminal) {
    this.terminal = terminal;
    return new CommandLine(this);
  }
}
