package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.support.Plugins;
import dev.sluice.tools.recordings.SourceSpec;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The source of records, the same for all commands that read. */
public final class SourceParameter {
  @Parameters(
      paramLabel = "SOURCE",
      description = "File, directory, glob or URI to read; see 'sluice help source'.")
  private String text;

  @Mixin private SourceOptions options = new SourceOptions();

  /** The URIs of the raw readers that are there, for the help. */
  static final class Forms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Plugins.all(ServiceLoader.load(RawReaderFactory.class), broken -> {}).stream()
          .map(RawReaderFactory::form)
          .sorted()
          .iterator();
    }
  }

  /**
   * Returns whether one was named; without, a command that does not insist on it does something
   * else.
   */
  public boolean isGiven() {
    return text != null;
  }

  public SourceSpec open(boolean follow, Since since, Terminal terminal) {
    return options.open(text, follow, since, terminal);
  }

  /** Opens another source, for commands with several. */
  public SourceSpec open(String other, boolean follow, Since since, Terminal terminal) {
    return options.open(other, follow, since, terminal);
  }

  /**
   * Returns the source with options that hold where the user gives none and the medium knows them.
   *
   * @param defaults values by name
   */
  public SourceSpec open(
      boolean follow, Since since, Map<String, String> defaults, Terminal terminal) {
    Options all = options();
    defaults.forEach((key, value) -> all.offerDefault(key, value, Options.CODE));
    return SourceSpec.of(text, all, follow, since.times(), new Progress(terminal));
  }

  /** Returns where it is, as the user wrote it. */
  public Endpoint endpoint() {
    return Endpoint.parse(text);
  }

  /** Returns the endpoint with the options of the file, for readers that are no raw readers. */
  public Endpoint configuredEndpoint() {
    return Endpoint.parse(text, options());
  }

  /**
   * Returns what the file of options says, for a source or something else that is reached like it.
   */
  public Options options() {
    return options.options();
  }
}
