package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Disk;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.support.platform.SystemDisk;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.ChunkFactory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of a spill share: a directory, a clock that is moved, and what was told. */
abstract class SpillCase {
  static final long OWN = 1;
  static final int CHUNK_BYTES = 1000;

  @TempDir Path root;

  final ChunkFactory factory = new ChunkFactory(OWN, "own");
  final List<String> told = new ArrayList<>();
  final Map<DropCause, Long> lost = new EnumMap<>(DropCause.class);
  long mayHaveArrived;
  VirtualPlatform clock = over(SystemDisk.INSTANCE);

  Path directory() {
    return root.resolve("spill");
  }

  Spill spill(long producerId, long bytes) {
    return new Spill(
        new SpillSettings(directory(), bytes, null, false),
        producerId,
        clock,
        this::lost,
        told::add);
  }

  /** A clock that begins now, over a disk. */
  static VirtualPlatform over(Disk disk) {
    return new VirtualPlatform(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()), 1, disk);
  }

  Chunk next() {
    return factory.next(1, CHUNK_BYTES);
  }

  void append(Spill spill, int chunks) {
    for (int i = 0; i < chunks; i++) {
      assertThat(spill.put(next(), false)).isNull();
    }
  }

  int fill(Spill spill) {
    int stored = 0;
    while (spill.put(next(), false) == null) {
      stored++;
    }
    return stored;
  }

  void house(Spill spill) {
    clock.skip(Duration.ofSeconds(2));
    spill.maintain();
  }

  void lost(DropCause cause, long records) {
    if (cause == null) {
      mayHaveArrived += records;
    } else if (records > 0) {
      lost.merge(cause, records, Long::sum);
    }
  }

  static List<Stored> take(Spill spill, int most) {
    List<Stored> taken = new ArrayList<>();
    while (taken.size() < most && spill.nextBytes() > 0) {
      taken.add(spill.next(new byte[spill.nextBytes()]));
    }
    return taken;
  }

  static void damage(Path segment) throws IOException {
    damage(segment, Files.size(segment) / 2);
  }

  static void damage(Path segment, long at) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.seek(at);
      int old = file.read();
      file.seek(at);
      file.write(~old);
    }
  }

  static void done(Spill spill, List<Stored> taken) {
    taken.forEach(one -> spill.done(one, null));
  }

  static List<Long> sequences(List<Stored> spilled) {
    return spilled.stream().map(one -> one.chunk().accounting().sequence()).toList();
  }

  List<Path> files(String glob) throws IOException {
    List<Path> files = new ArrayList<>();
    try (var all = Files.newDirectoryStream(directory(), glob)) {
      all.forEach(files::add);
    }
    files.sort(null);
    return files;
  }
}
