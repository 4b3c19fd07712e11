package dev.sluice.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Lists {@code bench} in the help while its module, which is no part of the distribution, is not on
 * the class path. The launcher builds the module when the command is used.
 */
@Command(name = BenchStandIn.NAME, description = BenchStandIn.DESCRIPTION)
final class BenchStandIn implements Runnable {
  /** The launcher's system property: where the sources are. */
  static final String SOURCES = "sluice.sources";

  static final String NAME = "bench";
  static final String DESCRIPTION = "Measure Sluice beside its peers.";

  @Unmatched private List<String> arguments;

  @Override
  public void run() {
    throw new CliException("'bench' was not built; start it with ./sluice as 'sluice bench'");
  }
}
