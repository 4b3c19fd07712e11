package dev.sluice.cli;

import picocli.CommandLine;

/**
 * Adds a command to {@code sluice} from a package or module that this package does not know. Found
 * with {@link java.util.ServiceLoader}.
 */
public interface CommandProvider {
  /** The command, whose sub-commands write to that terminal. */
  CommandLine command(Terminal terminal);
}
