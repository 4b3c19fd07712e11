package dev.sluice.sql;

import dev.sluice.cli.CommandProvider;
import dev.sluice.cli.Terminal;
import picocli.CommandLine;

/** Adds {@code sql} to the command. */
public final class SqlCommandProvider implements CommandProvider {
  @Override
  public CommandLine command(Terminal terminal) {
    return new CommandLine(new SqlCommand(terminal));
  }
}
