package dev.sluice.collectors.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.Disk;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.DiskFaultContract;
import dev.sluice.testkit.SimulatedDisk;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Each operation on files fails, in a life with an outage, a recovery and a restart. */
class SpillFaultTest extends DiskFaultContract {
  private static final long CRASHED = 7;
  private static final long FIRST = 1;
  private static final long SECOND = 2;
  private static final long THIRD = 3;
  private static final int CHUNKS = 10;
  private static final int TRIES = 5;

  private VirtualPlatform clock;
  private final Set<String> arrived = new HashSet<>();
  private long lost;

  /** What a producer leaves that is killed in the middle of a write. */
  @Override
  protected void prepare(SimulatedDisk disk) {
    arrived.clear();
    lost = 0;
    Spill crashed = spill(CRASHED, disk);
    ChunkFactory factory = new ChunkFactory(CRASHED, "crashed");
    for (int i = 0; i < CHUNKS; i++) {
      append(crashed, factory.next(10, 500));
    }
    drain(crashed, 3);
    close(crashed);
    disk.put(
        DIRECTORY.resolve(new SegmentName(CRASHED, 9).fileName()),
        Arrays.copyOf(factory.next(10, 500).toByteArray(), 400));
  }

  @Override
  protected void live(SimulatedDisk disk) {
    Spill first = spill(FIRST, disk);
    ChunkFactory factory = new ChunkFactory(FIRST, "first");
    for (int i = 0; i < CHUNKS; i++) {
      append(first, factory.next(10, 500));
    }
    drain(first, CHUNKS);
    append(first, factory.next(10, 500));
    close(first);
    Spill second = spill(SECOND, disk);
    append(second, new ChunkFactory(SECOND, "second").next(10, 500));
    drain(second, Integer.MAX_VALUE);
    close(second);
  }

  @Override
  protected Set<String> next(SimulatedDisk disk, Failed what) throws IOException {
    if (what == Failed.ONE_OPERATION) {
      assertThat(lost).isZero();
      assertThat(arrived).as("in one life").isEqualTo(kept);
    }
    Set<String> somewhere = new HashSet<>(arrived);
    somewhere.addAll(names(chunksIn(disk, DIRECTORY).chunks()));
    Spill third = spill(THIRD, disk);
    append(third, new ChunkFactory(THIRD, "third").next(10, 500));
    drain(third, Integer.MAX_VALUE);
    close(third);
    assertThat(arrived).as("the next one sends what is there").containsAll(kept);
    assertThat(chunksIn(disk, DIRECTORY).chunks()).as("is left").isEmpty();
    somewhere.addAll(kept);
    return somewhere;
  }

  @Override
  protected int fewest() {
    return 80;
  }

  private Spill spill(long producerId, Disk disk) {
    clock = new VirtualPlatform(0, 1, disk);
    return new Spill(
        new SpillSettings(
            DIRECTORY, 32 << 10, null, false, SpillSettings.Fsync.CHUNK, "tcp://host:1"),
        producerId,
        clock,
        (cause, records) -> lost += records,
        told -> {});
  }

  private void append(Spill spill, Chunk chunk) {
    for (int i = 0; i < TRIES; i++) {
      spill.maintain();
      clock.skip(Duration.ofSeconds(11));
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
      clock.skip(Duration.ofSeconds(11));
      spill.maintain();
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
      clock.skip(Duration.ofSeconds(11));
      spill.maintain();
    }
    spill.close();
    assertThat(spill.nextBytes()).isZero();
  }
}
