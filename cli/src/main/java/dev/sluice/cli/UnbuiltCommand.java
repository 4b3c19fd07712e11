package dev.sluice.cli;

import dev.sluice.tools.ToolException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Lists a command in the help while its module, which is no part of the distribution, is not on the
 * class path. The launcher builds the module when the command is used; a distribution has archives
 * of them.
 */
@Command
public final class UnbuiltCommand implements Runnable {
  /** The command of the module with DuckDB, a library of 85 MB. */
  public static final String SQL = "sql";

  /** Description of {@link #SQL}. */
  public static final String SQL_DESCRIPTION = "Run SQL queries on the records of a source.";

  /** The group of commands of the module with what is compared. */
  public static final String BENCH = "bench";

  /** Description of {@link #BENCH}. */
  public static final String BENCH_DESCRIPTION =
      "Run benchmarks of Sluice and of comparable libraries.";

  /** The launcher's system property: where the sources are. */
  static final String SOURCES = "sluice.sources";

  /** Descriptions by name of the command. */
  static final Map<String, String> DESCRIPTIONS =
      new TreeMap<>(Map.of(BENCH, BENCH_DESCRIPTION, SQL, SQL_DESCRIPTION));

  private final String name;

  @Unmatched private String[] arguments;

  private UnbuiltCommand(String name) {
    this.name = name;
  }

  /** Adds those that can be built or unpacked and are not there. */
  static void addTo(CommandLine line) {
    if (System.getProperty(SOURCES) == null && Home.distribution() == null) {
      return;
    }
    DESCRIPTIONS.forEach(
        (name, description) -> {
          if (!line.getSubcommands().containsKey(name)) {
            CommandLine standIn = new CommandLine(new UnbuiltCommand(name));
            standIn.getCommandSpec().usageMessage().description(description);
            line.addSubcommand(name, standIn);
          }
        });
  }

  @Override
  public void run() {
    Path home = Home.distribution();
    throw new ToolException(
        home != null
            ? "'" + name + "' is in a separate archive: " + unpack(home)
            : "'" + name + "' is not built yet; ./sluice builds it: './sluice " + name + "'");
  }

  private String unpack(Path home) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    boolean windows = system.startsWith("win");
    String archive = "sluice-" + Version.number() + "-" + name;
    if (name.equals(SQL)) {
      boolean arm = System.getProperty("os.arch").equals("aarch64");
      String linux = arm ? "-linux-arm64" : "-linux-x64";
      archive += windows ? "-windows-x64" : system.startsWith("mac") ? "-macos" : linux;
    }
    return windows
        ? "unpack " + archive + ".zip, and copy the content of its directory into " + home
        : "tar xzf " + archive + ".tar.gz --strip-components=1 -C '" + home + "'";
  }
}
