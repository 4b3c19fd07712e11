package dev.sluice.cli;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.support.Plugins;
import java.util.Iterator;
import java.util.ServiceLoader;
import picocli.CommandLine.Option;

/** The sink, the same for all commands that start the agent. */
public final class SinkParameter {
  @Option(
      names = {"-s", "--sink"},
      paramLabel = "URI",
      completionCandidates = Forms.class,
      description = "Sink: ${COMPLETION-CANDIDATES}.")
  private String uri;

  /** Null if none is given. */
  public String uri() {
    return uri;
  }

  /** Returns the sink that is given; refuses one that no raw writer knows. */
  public Endpoint endpoint() {
    return endpoint(uri);
  }

  static Endpoint endpoint(String uri) {
    Endpoint endpoint = Endpoint.parse(uri);
    Plugins.find(
        RawWriterFactory.class, RawWriterFactory::scheme, endpoint.scheme(), "sink scheme");
    return endpoint;
  }

  /** The URIs of the raw writers that are there, for the help. */
  static final class Forms implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Plugins.all(ServiceLoader.load(RawWriterFactory.class), broken -> {}).stream()
          .map(RawWriterFactory::form)
          .sorted()
          .iterator();
    }
  }
}
