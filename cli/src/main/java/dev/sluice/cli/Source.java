package dev.sluice.cli;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Damage;
import dev.sluice.api.spi.Plugins;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.rawreaders.tcp.TcpRawReader;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordConsumer;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where a command reads: a path, {@code file:…}, {@code kafka://host:port/topic} or {@code
 * tcp://host:port}, where it listens.
 */
final class Source {
  private final Endpoint endpoint;
  private final Terminal terminal;

  private Source(Endpoint endpoint, Terminal terminal) {
    this.endpoint = endpoint;
    this.terminal = terminal;
  }

  /**
   * A source that is read to the end found at the start, or that ends when its writers have gone,
   * unless it is followed.
   */
  static Source of(String text, boolean follow, Terminal terminal) {
    String scheme = Endpoint.parse(text).scheme();
    Map<String, String> defaults =
        switch (scheme) {
          case "file" -> Map.of("follow", Boolean.toString(follow));
          case "kafka", "tcp" -> follow ? Map.of() : Map.of("until", "end");
          default -> Map.of();
        };
    return new Source(Endpoint.parse(text, defaults), terminal);
  }

  /** Opens it for records; damage is told there. */
  RecordStream open(Consumer<Damage> damages) throws IOException {
    return RecordStream.builder(openRaw()).damageListener(damages).open();
  }

  /** Opens it for chunks. */
  RawReader openRaw() throws IOException {
    RawReader reader =
        Plugins.find(
                RawReaderFactory.class,
                RawReaderFactory::scheme,
                endpoint.scheme(),
                "source scheme")
            .newReader(endpoint);
    endpoint.options().finish();
    if (reader instanceof TcpRawReader tcp) {
      InetSocketAddress address = tcp.address();
      terminal
          .err()
          .println(
              "sluice: listening on "
                  + address.getAddress().getHostAddress()
                  + " port "
                  + address.getPort());
    }
    return reader;
  }

  /** Hands all records, chunks and damage over and tells what was found in all. */
  Audit readAll(RecordConsumer records, Consumer<Chunk> chunks, Consumer<Damage> damages)
      throws IOException {
    try (RecordStream stream =
        RecordStream.builder(openRaw()).chunkListener(chunks).damageListener(damages).open()) {
      stream.drain(records);
      return checked(stream.audit());
    }
  }

  /** Refuses a source in which nothing was found. */
  Audit checked(Audit audit) {
    if (audit.chunks() == 0 && audit.damaged() == 0) {
      throw new CliException(this + " is empty: it holds no chunk");
    }
    return audit;
  }

  /** Without options, which may hold secrets. */
  @Override
  public String toString() {
    boolean plainFile = endpoint.scheme().equals("file") && endpoint.authority().isEmpty();
    return plainFile ? endpoint.path() : endpoint.toString();
  }
}
