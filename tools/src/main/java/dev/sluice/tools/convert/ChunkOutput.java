package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkSigner;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.support.Plugins;
import dev.sluice.support.SigningKeys;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Target of chunks: a new file, or a sink of another process. An interruption ends it after its
 * last chunk. For one thread.
 */
public abstract class ChunkOutput implements Closeable {
  private static final String FILE = "file";
  private static final Pattern SCHEME = Pattern.compile("([a-z][a-z0-9.+-]+):(.*)");

  /** A signature with its tag, a mask and a longer length have fewer bytes. */
  private static final int SIGNATURE_ROOM = 64;

  private final ChunkSigner keys;
  private final Runnable interruption = this::interrupted;
  private long records;
  private long chunks;
  private long bytes;
  private boolean ended;

  /** Signs chunks if the options say so. */
  ChunkOutput(Options options) {
    keys = options.get(SigningKeys.SIGN);
  }

  /** Returns a file of chunks, which takes the place of what is there. */
  public static ChunkOutput replacing(Path file) throws IOException {
    return new ChunkFile(file(file.toString()), true);
  }

  private static Endpoint file(String path) {
    return new Endpoint(FILE, "", path, new Options(Map.of()));
  }

  /**
   * Returns a place for chunks.
   *
   * @param where a path, or the URI of a sink
   * @param sources what is read for it
   * @throws dev.sluice.tools.ToolException if it is a path where something is already, or a place
   *     that is read
   * @throws dev.sluice.api.config.ConfigurationException with all mistakes of the URI
   */
  static ChunkOutput at(String where, Collection<SourceSpec> sources) throws IOException {
    for (SourceSpec source : sources) {
      source.refuseAsTarget(Endpoint.parse(where));
    }
    Matcher uri = SCHEME.matcher(where);
    if (uri.matches()) {
      if (uri.group(1).equals(FILE)) {
        return new ChunkFile(Endpoint.parse(where), false);
      }
      for (RawWriterFactory factory :
          Plugins.all(ServiceLoader.load(RawWriterFactory.class), broken -> {})) {
        if (factory.scheme().equals(uri.group(1))) {
          return ChunkSink.open(factory, Endpoint.parse(where));
        }
      }
    }
    return new ChunkFile(file(where), false);
  }

  /**
   * Writes a chunk, whose bytes are the caller's again on return. Waits for room.
   *
   * @return the chunk as it was written: itself, or a signed copy
   */
  public final synchronized Chunk write(Chunk unsigned) throws IOException {
    if (ended) {
      throw new InterruptedIOException("interrupted");
    }
    if (chunks == 0) {
      Interruption.begin(interruption);
    }
    Chunk chunk = keys == null ? unsigned : signed(unsigned);
    ended = true; // a chunk that is not written whole is the last thing in it
    put(chunk);
    ended = false;
    records += chunk.header().recordCount();
    chunks++;
    bytes += chunk.length();
    return chunk;
  }

  /** Returns the chunk with a signature of the first key; itself if it has one of any key. */
  private Chunk signed(Chunk chunk) {
    try {
      keys.verify(chunk);
      return chunk;
    } catch (MalformedChunkException e) {
      int bodyAt = ChunkLayout.MAX_HEADER_BYTES;
      int body = chunk.header().bodyLength();
      if (chunk.header().length() > bodyAt - SIGNATURE_ROOM
          || chunk.length() > ChunkLayout.MAX_CHUNK_BYTES - SIGNATURE_ROOM) {
        throw new ToolException(chunk + " cannot store a signature");
      }
      byte[] signed = new byte[bodyAt + body + ChunkLayout.CRC_BYTES];
      System.arraycopy(chunk.bodyArray(), chunk.bodyOffset(), signed, bodyAt, body);
      return ChunkLayout.seal(signed, bodyAt, chunk.header(), keys);
    }
  }

  abstract void put(Chunk chunk) throws IOException;

  /** Waits until what was written is where it cannot be lost with this process. */
  abstract void settle() throws IOException;

  /** Completes the output: moves a file to its place, or waits for the last acknowledgement. */
  public final synchronized void commit() throws IOException {
    if (!ended) {
      ended = true;
      String counts = Figures.count(records, "record") + " in " + Figures.count(chunks, "chunk");
      commit(counts + " are ");
    }
  }

  /**
   * Completes the output, and reports {@code what} and its target as complete if the command is
   * interrupted.
   */
  abstract void commit(String what) throws IOException;

  private synchronized void interrupted() {
    try {
      if (chunks > 0) {
        commit();
      }
    } catch (IOException e) {
      Interruption.whole(e.getMessage());
    }
    ended = true;
  }

  /** Closes; removes what was not committed, unless an interruption is why. */
  @Override
  public void close() throws IOException {
    if (Interruption.isEnding()) {
      interrupted();
    }
    Interruption.over(interruption);
  }

  final long chunks() {
    return chunks;
  }

  final long bytes() {
    return bytes;
  }
}
