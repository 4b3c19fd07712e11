package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.support.ChunkScanner;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.SimulatedDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Makes chunks with bodies of any bytes, and finds them in files. */
final class Chunks implements ChunkHandler {
  final List<Long> sequences = new ArrayList<>();
  final List<String> damages = new ArrayList<>();

  static Chunk of(long producerId, long sequence, int bodyBytes) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + bodyBytes + ChunkLayout.CRC_BYTES];
    new Random(sequence).nextBytes(bytes);
    Accounting accounting =
        new Accounting.Builder(producerId).sequence(sequence).emitted(sequence).build();
    ChunkHeader header = ChunkHeader.of(200, bodyBytes, 1, accounting);
    return ChunkLayout.seal(bytes, ChunkLayout.MAX_HEADER_BYTES, header);
  }

  /** What the segments of a directory hold, in their order. */
  static Chunks in(Path directory) throws IOException {
    Chunks found = new Chunks();
    for (Path file : segments(directory)) {
      found.read(file);
    }
    return found;
  }

  static Chunks inFile(Path file) throws IOException {
    Chunks found = new Chunks();
    found.read(file);
    return found;
  }

  /** The same of a directory that is simulated. */
  static Chunks in(SimulatedDisk disk, Path directory) throws IOException {
    Chunks found = new Chunks();
    for (Path file : disk.files(directory)) {
      found.read(file, disk.bytes(file));
    }
    return found;
  }

  static List<Path> segments(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .sorted(Comparator.comparing(f -> f.getFileName().toString(), SegmentName.ORDER))
          .toList();
    }
  }

  private void read(Path file) throws IOException {
    read(file, Files.readAllBytes(file));
  }

  private void read(Path file, byte[] bytes) throws IOException {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset(file.toString(), 0);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    while (scanner.fill(in::read) >= 0) {
      drain(scanner);
    }
    scanner.end();
    drain(scanner);
  }

  private void drain(ChunkScanner scanner) {
    while (scanner.next(this)) {
      // the handler has it
    }
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    sequences.add(chunk.accounting().sequence());
  }

  @Override
  public void damaged(Damage damage) {
    damages.add(damage.reason());
  }
}
