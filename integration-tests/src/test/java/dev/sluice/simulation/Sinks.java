package dev.sluice.simulation;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Access;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.rawreaders.file.FileRawReaderFactory;
import dev.sluice.rawwriters.file.FileRawWriterFactory;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** Where chunks go and come from: the medium or files, with signatures or without. */
final class Sinks {
  /** A listing of files is followed by the next one after so many times what it took. */
  private static final long LISTED = 20;

  private static final long SECOND = 1_000_000_000;

  private static final Path FILES = Path.of("/simulated/sink");
  private static final Path KEY = key();

  private final World world;
  private final boolean inFiles;
  private final boolean forced;
  private final boolean signed;
  private final boolean starves;
  private final Random random;

  Sinks(World world, Random random) {
    this.world = world;
    this.random = random;
    this.inFiles = random.nextInt(4) == 0;
    this.forced = random.nextBoolean();
    this.signed = random.nextInt(3) == 0;
    this.starves = world.random("shortage").nextInt(4) == 0;
    if (inFiles) {
      try {
        world.disk.program().createDirectories(FILES, Access.OWNER);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Keys are read from files of this machine, before there is a platform. */
  private static Path key() {
    try {
      Path file =
          Files.createTempFile(
              "sluice-simulation",
              ".key",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      file.toFile().deleteOnExit();
      return Files.writeString(file, Base64.getEncoder().encodeToString(new byte[32]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether what was acknowledged is still there after the machine has failed. */
  boolean forces() {
    return !inFiles || forced;
  }

  /** How long a consumer may take to notice the last chunks, in nanoseconds. */
  long noticed(long longestPoll) {
    return inFiles ? LISTED * longestPoll + SECOND : 0;
  }

  void sign(ChunkingCollectorBuilder builder) {
    if (signed) {
      world.reached(Reached.SIGNED);
      builder.sign(KEY);
    }
  }

  RawWriter writer(Program program, Process process) {
    if (!inFiles) {
      return world.medium.writer(process);
    }
    boolean single = program.name.hashCode() % 2 == 0;
    world.reached(single ? Reached.WROTE_ONE_FILE : Reached.WROTE_FILES);
    String options = forced ? "?fsync=chunk" : "?fsync=never";
    if (!single) {
      options += "&rotate.bytes=" + (1_024 << random.nextInt(9));
      options += random.nextBoolean() ? "&rotate.age=" + (1 + random.nextInt(5)) + "s" : "";
    }
    String path = single ? FILES + "/" + program.name + ".slu" : FILES.toString();
    return new FileRawWriterFactory().newWriter(Endpoint.parse("file:" + path + options), process);
  }

  void kill(RawWriter writer) {
    if (writer instanceof SimulatedMedium.Writer medium) {
      medium.kill();
    }
  }

  RawReader reader(String consumer, Process process) throws IOException {
    return inFiles
        ? new FileRawReaderFactory()
            .newReader(Endpoint.parse("file:" + FILES + "?follow=true"), process)
        : world.medium.reader(consumer);
  }

  RecordStreamBuilder stream(RawReader reader) {
    RecordStreamBuilder builder = RecordStream.builder(reader);
    return signed ? builder.verifyKey(KEY) : builder;
  }

  /** What befalls the ways that chunks go. */
  void befall(Random more) {
    if (inFiles) {
      damage(more);
    } else if (signed) {
      forge(more);
    }
    if (starves) { // neither medium nor disk takes anything
      world.faults.away = true;
      world.disk.capacity((64L << 20) + more.nextInt(10_000));
    }
  }

  /** A byte of a file is another one. */
  private void damage(Random more) {
    List<Path> files = world.disk.files(FILES);
    if (!files.isEmpty() && more.nextInt(4) == 0) {
      Path file = files.get(more.nextInt(files.size()));
      if (world.disk.damage(file, more)) {
        world.log("damage of " + file);
        world.lives.values().forEach(life -> life.unreadable = true);
        world.reached(Reached.FILE_DAMAGED);
      }
    }
  }

  /** Somebody without the key sends a chunk as a program's next; nobody may notice it. */
  private void forge(Random more) {
    long end = world.medium.end(0);
    if (end == 0) {
      return;
    }
    try {
      byte[] bytes = world.medium.bytes(0, more.nextInt((int) end));
      Chunk genuine = ChunkLayout.parse(bytes, 0, bytes.length);
      Chunk forged = next(genuine);
      world.medium.add(0, forged.toByteArray());
      world.log("forgery: " + forged);
      world.reached(Reached.FORGED);
    } catch (MalformedChunkException e) {
      world.log("is damaged: " + e.getMessage());
    }
  }

  /** The same records as the producer's next chunk, with a right CRC and no signature. */
  private static Chunk next(Chunk chunk) {
    Accounting of = chunk.accounting();
    Accounting accounting =
        new Accounting.Builder(of.producerId())
            .name(of.producerName())
            .sequence(of.sequence() + 1)
            .emitted(of.emitted() + chunk.header().recordCount())
            .clockOffset(of.clockOffset())
            .build();
    int length = chunk.header().bodyLength();
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + length + ChunkLayout.CRC_BYTES];
    System.arraycopy(
        chunk.bodyArray(), chunk.bodyOffset(), bytes, ChunkLayout.MAX_HEADER_BYTES, length);
    ChunkHeader header =
        ChunkHeader.of(
            chunk.header().serializerId(), length, chunk.header().recordCount(), accounting);
    return ChunkLayout.seal(
        bytes,
        ChunkLayout.MAX_HEADER_BYTES,
        header.compressed(chunk.header().compression(), chunk.header().rawLength()));
  }
}
