package dev.sluice.cli.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.cli.Source;
import dev.sluice.support.Plugins;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where chunks go: a new file, or a sink of another process. For one thread. */
abstract class ChunkOutput implements Closeable {
  /** Words for the help of commands. */
  static final String FORMS =
      "a file that does not exist, tcp://HOST:PORT or kafka://HOST:PORT/TOPIC";

  private static final String FILE = "file";
  private static final Pattern SCHEME = Pattern.compile("([a-z][a-z0-9.+-]+):(.*)");

  private long chunks;
  private long bytes;

  /**
   * A place for chunks.
   *
   * @param where a path, or the URI of a sink
   * @param sources what is read for it
   * @throws dev.sluice.cli.CliException if it is a path where something is already, or a place that
   *     is read
   * @throws dev.sluice.api.config.ConfigurationException with all mistakes of the URI
   */
  static ChunkOutput at(String where, Collection<Source> sources) throws IOException {
    for (Source source : sources) {
      source.refuseAsTarget(Endpoint.parse(where));
    }
    Matcher uri = SCHEME.matcher(where);
    if (uri.matches()) {
      if (uri.group(1).equals(FILE)) {
        return new ChunkFile(Path.of(uri.group(2)));
      }
      for (RawWriterFactory factory :
          Plugins.all(ServiceLoader.load(RawWriterFactory.class), broken -> {})) {
        if (factory.scheme().equals(uri.group(1))) {
          return ChunkSink.open(factory, Endpoint.parse(where));
        }
      }
    }
    return new ChunkFile(Path.of(where));
  }

  /** Writes a chunk, whose bytes are the caller's again on return. Waits for room. */
  final void write(Chunk chunk) throws IOException {
    put(chunk);
    chunks++;
    bytes += chunk.length();
  }

  abstract void put(Chunk chunk) throws IOException;

  /** Waits until what was written is where it cannot be lost with this process. */
  abstract void settle() throws IOException;

  /** All was written: moves a file to its place, or waits for the last acknowledgement. */
  abstract void commit() throws IOException;

  final long chunks() {
    return chunks;
  }

  final long bytes() {
    return bytes;
  }
}
