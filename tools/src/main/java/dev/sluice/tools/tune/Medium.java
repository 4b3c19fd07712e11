package dev.sluice.tools.tune;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.support.Plugins;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The sink with the raw reader behind it. Of a file sink a directory beside its records is used,
 * which goes at the end; at a {@code tcp:} sink this program listens itself; of a topic only the
 * chunks of this program are looked at.
 */
final class Medium {
  private final String uri;
  private final String shown;
  private final RawWriterFactory writers;
  private final RawReaderFactory readers;

  private Medium(String uri, String shown) {
    this.uri = uri;
    this.shown = shown;
    String scheme = Endpoint.parse(uri).scheme();
    writers = Plugins.find(RawWriterFactory.class, RawWriterFactory::scheme, scheme, "sink scheme");
    readers = SourceSpec.factory(Endpoint.parse(uri));
  }

  /**
   * Returns the sink of that URI.
   *
   * @param scratch gets a directory that is to go at the end, with all that is in it
   */
  static Medium of(String sink, Consumer<Path> scratch) throws IOException {
    Endpoint endpoint = Endpoint.parse(sink);
    return switch (endpoint.scheme()) {
      case "file" -> inDirectory(sink, endpoint, scratch);
      case "tcp" -> {
        checkIsHere(endpoint);
        yield new Medium(sink, endpoint.toString());
      }
      default -> new Medium(sink, endpoint.toString());
    };
  }

  private static Medium inDirectory(String sink, Endpoint endpoint, Consumer<Path> scratch)
      throws IOException {
    Path target = Path.of(endpoint.path()).toAbsolutePath();
    Path near = target;
    while (near != null && !Files.isDirectory(near)) {
      near = near.getParent();
    }
    Path directory = Files.createTempDirectory(near, ".sluice-tune-");
    scratch.accept(directory);
    int query = sink.indexOf('?');
    return new Medium(
        "file:" + escaped(directory) + (query < 0 ? "" : sink.substring(query)),
        endpoint.toString());
  }

  private static String escaped(Path path) {
    return path.toString().replace("%", "%25").replace("?", "%3F");
  }

  private static void checkIsHere(Endpoint endpoint) throws IOException {
    String host = endpoint.authority().replaceFirst(":\\d*$", "").replaceAll("[\\[\\]]", "");
    InetAddress address = InetAddress.getByName(host);
    if (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null) {
      throw new ToolException(
          "'"
              + endpoint
              + "' is not an address of this machine: for a tcp: sink, tune opens the port itself, to"
              + " see when each chunk arrives");
    }
  }

  /** Returns a raw writer with the sink's options. */
  RawWriter newWriter() {
    return writers.newWriter(Endpoint.parse(uri), SystemPlatform.get());
  }

  /**
   * A raw reader of what comes from now on. It gets all options of the sink, of which it takes
   * those that it knows.
   */
  RawReader newReader() throws IOException {
    Options options = new Options(Map.of());
    Endpoint sink = Endpoint.parse(uri);
    sink.options().withPrefix("").forEach((name, value) -> options.offer(name, value, Options.URI));
    if (sink.scheme().equals("file")) {
      options.offer("follow", "true", Options.CODE);
    } else {
      options.offer("from", "end", Options.CODE);
    }
    return readers.newReader(
        new Endpoint(sink.scheme(), sink.authority(), sink.path(), options), SystemPlatform.get());
  }

  /** Returns a collector into the sink; for {@link RealRun}. */
  ChunkingCollector open(Setting setting, ProducerRows rows) {
    return ChunkingCollector.open(endpoint(setting, rows.identity()));
  }

  /**
   * Returns the settings that a collector into the sink can have; a consumer receives what is left
   * out.
   *
   * @throws ConfigurationException naming all mistakes, if the first cannot: the sink's options are
   *     wrong
   */
  List<Setting> accepted(List<Setting> settings, Consumer<Refusal> leftOut) {
    check(settings.get(0));
    Map<Integer, List<Setting>> bySize =
        settings.stream()
            .collect(Collectors.groupingBy(Setting::chunkBytes, TreeMap::new, Collectors.toList()));
    bySize.values().removeIf(alike -> isAccepted(alike, leftOut));
    return settings.stream().filter(one -> !bySize.containsKey(one.chunkBytes())).toList();
  }

  private boolean isAccepted(List<Setting> alike, Consumer<Refusal> leftOut) {
    try {
      check(alike.get(0));
      return true;
    } catch (ConfigurationException e) {
      String what = "chunk.bytes=" + alike.get(0).chunkBytes();
      leftOut.accept(new Refusal(what, alike.size(), e.getMessage()));
      return false;
    }
  }

  private void check(Setting setting) {
    ChunkingCollector.open(endpoint(setting, Map.of())).close(Duration.ZERO);
  }

  /** Returns what the sink says of the memory of a collector, by the name of the option. */
  Map<String, String> memory() {
    Map<String, String> options = new HashMap<>(Endpoint.parse(uri).options().withPrefix(""));
    options.keySet().retainAll(Set.of("memory"));
    return options;
  }

  private Endpoint endpoint(Setting setting, Map<String, String> identity) {
    Endpoint endpoint = Endpoint.parse(uri);
    identity.forEach((name, value) -> endpoint.options().set(name, value, Options.CODE));
    setting
        .toProperties()
        .forEach((name, value) -> endpoint.options().set(name, value, Options.CODE));
    return endpoint;
  }

  /** Returns the address as the user gave it, without options. */
  @Override
  public String toString() {
    return shown;
  }
}
