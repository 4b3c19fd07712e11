package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.collectors.spill.Stage.Stored;
import dev.sluice.support.ChunkScanner;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each operation on files fails once, in a life with an outage, a recovery and a restart. */
class SpillFaultTest {
  private static final long CRASHED = 7;
  private static final long FIRST = 1;
  private static final long SECOND = 2;
  private static final int CHUNKS = 10;
  private static final int TRIES = 5;

  @TempDir Path root;

  private long now = 1;
  private final Set<String> kept = new HashSet<>();
  private final Set<String> arrived = new HashSet<>();
  private long lost;

  @Test
  void every_operation_may_fail_once_and_every_chunk_that_was_kept_arrives() throws IOException {
    int n = 0;
    FaultyDisk disk;
    do {
      disk = FaultyDisk.failingOnce(++n);
      Path directory = root.resolve("fails-" + n);
      liveWith(disk, directory);
      assertThat(lost).as("operation %d fails", n).isZero();
      assertThat(arrived).as("operation %d fails", n).isEqualTo(kept);
    } while (disk.hasFailed());
    assertThat(n).as("operations").isGreaterThan(80);
  }

  @Test
  void from_every_operation_on_all_may_fail_and_every_chunk_that_was_kept_is_somewhere()
      throws IOException {
    int n = 0;
    FaultyDisk disk;
    do {
      disk = FaultyDisk.failingFrom(++n);
      Path directory = root.resolve("breaks-" + n);
      liveWith(disk, directory);
      Set<String> somewhere = chunksIn(directory);
      somewhere.addAll(arrived);
      assertThat(somewhere).as("from operation %d on all fail", n).containsAll(kept);
    } while (disk.hasFailed());
  }

  private void liveWith(FaultyDisk disk, Path directory) throws IOException {
    kept.clear();
    arrived.clear();
    lost = 0;
    crash(directory);
    Spill first = spill(directory, FIRST, disk);
    ChunkFactory factory = new ChunkFactory(FIRST, "first");
    for (int i = 0; i < CHUNKS; i++) {
      append(first, factory.next(10, 500));
    }
    drain(first, CHUNKS);
    append(first, factory.next(10, 500));
    close(first);
    Spill second = spill(directory, SECOND, disk);
    append(second, new ChunkFactory(SECOND, "second").next(10, 500));
    drain(second, Integer.MAX_VALUE);
    close(second);
  }

  /** What a producer leaves that is killed in the middle of a write. */
  private void crash(Path directory) throws IOException {
    Spill crashed = spill(directory, CRASHED, FaultyDisk.sound());
    ChunkFactory factory = new ChunkFactory(CRASHED, "crashed");
    for (int i = 0; i < CHUNKS; i++) {
      append(crashed, factory.next(10, 500));
    }
    drain(crashed, 3);
    close(crashed);
    Path last = directory.resolve(new SegmentName(CRASHED, 9).fileName());
    Files.write(last, Arrays.copyOf(factory.next(10, 500).toByteArray(), 400));
  }

  private Spill spill(Path directory, long producerId, SpillDisk disk) {
    return new Spill(
        new SpillSettings(directory, 32 << 10, null, false),
        producerId,
        () -> now,
        (cause, records) -> lost += records,
        told -> {},
        disk);
  }

  private void append(Spill spill, Chunk chunk) {
    for (int i = 0; i < TRIES; i++) {
      spill.keepHouse();
      now += TimeUnit.SECONDS.toNanos(11);
      if (spill.put(chunk, false) == null) {
        kept.add(chunk.toString());
        return;
      }
    }
  }

  private void drain(Spill spill, int chunks) {
    List<Stored> onTheWay = new ArrayList<>();
    int failures = 0;
    while (onTheWay.size() < chunks && failures < 3 * TRIES) {
      now += TimeUnit.SECONDS.toNanos(11);
      spill.keepHouse();
      int bytes = spill.nextBytes();
      if (bytes == 0) {
        failures++;
      } else {
        Stored next = spill.next(new byte[bytes]);
        onTheWay.add(next);
        arrived.add(next.chunk().toString());
      }
      if (onTheWay.size() % 3 == 0) {
        onTheWay.forEach(one -> spill.done(one, null));
      }
    }
    onTheWay.forEach(one -> spill.done(one, null));
  }

  private void close(Spill spill) {
    for (int i = 0; i < TRIES; i++) {
      now += TimeUnit.SECONDS.toNanos(11);
      spill.keepHouse();
    }
    spill.close();
    assertThat(spill.nextBytes()).isZero();
  }

  /** Everything that a reader finds in a spill directory, what was set aside included. */
  private static Set<String> chunksIn(Path directory) throws IOException {
    return read(directory).chunks().stream().map(Chunk::toString).collect(Collectors.toSet());
  }

  private static ChunkLog read(Path directory) throws IOException {
    ChunkLog log = new ChunkLog();
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.slu*")) {
      for (Path file : files) {
        scanner.reset(file.getFileName().toString(), 0);
        try (InputStream in = Files.newInputStream(file)) {
          while (scanner.fill(in::read) >= 0) {
            while (scanner.next(log)) {
              // all of them
            }
          }
        }
        scanner.end();
        while (scanner.next(log)) {
          // and the rest
        }
      }
    }
    return log;
  }
}
