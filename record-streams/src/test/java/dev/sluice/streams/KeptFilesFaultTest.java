package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.testkit.DiskFaultContract;
import dev.sluice.testkit.SimulatedDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Each operation of the disk fails under positions and quarantine. */
class KeptFilesFaultTest extends DiskFaultContract {
  private static final Path POSITIONS = DIRECTORY.resolve("positions");
  private static final Path ASIDE = DIRECTORY.resolve("aside");
  private static final int ROUNDS = 5;
  private static final int TRIES = 3;

  private long told;

  @Override
  protected void live(SimulatedDisk disk) {
    FilePositionStore store = FilePositionStore.create(POSITIONS, disk);
    Quarantine quarantine = new Quarantine(disk, ASIDE, 100, 1 << 20);
    for (int i = 1; i <= ROUNDS; i++) {
      quarantine.put(damage(i));
      save(store, i);
    }
  }

  private void save(FilePositionStore store, int round) {
    for (int i = 0; i < TRIES; i++) {
      try {
        store.save(positions(round));
        kept.add("position " + round);
        return;
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("cannot save positions to " + POSITIONS + ": ");
      }
    }
  }

  private static Positions positions(int round) {
    return new Positions(
        Positions.NONE.audit(), Map.of("topic-0", (long) round), Map.of(), Map.of(), null);
  }

  private static Damage damage(int round) {
    return new Damage(new SourcePosition("topic-0", round), 100, "torn", bytes(round));
  }

  private static byte[] bytes(int round) {
    byte[] bytes = new byte[100];
    Arrays.fill(bytes, (byte) round);
    return bytes;
  }

  @Override
  protected Set<String> next(SimulatedDisk disk, Failed what) throws IOException {
    long warned = logged().stream().filter(line -> line.contains("set damaged chunks")).count();
    int aside = 0;
    for (int i = 1; i <= ROUNDS; i++) {
      aside += asideWhole(disk, i, what) ? 1 : 0;
    }
    if (what == Failed.ONE_OPERATION) {
      assertThat(ROUNDS - aside).as("what is missing is told").isBetween(0, warned > told ? 1 : 0);
      assertThat(kept).hasSize(ROUNDS);
    }
    told = warned;
    FilePositionStore store = FilePositionStore.create(POSITIONS, disk);
    long loaded = store.load().offsets().getOrDefault("topic-0", 0L);
    Set<String> found = new HashSet<>();
    for (int i = 1; i <= loaded; i++) {
      found.add("position " + i);
    }
    store.save(positions(ROUNDS + 1));
    assertThat(FilePositionStore.create(POSITIONS, disk).load()).isEqualTo(positions(ROUNDS + 1));
    Quarantine quarantine = new Quarantine(disk, ASIDE, 100, 1 << 20);
    quarantine.put(damage(ROUNDS + 1));
    assertThat(asideWhole(disk, ROUNDS + 1, what)).isTrue();
    return found;
  }

  /** Whether a chunk was set aside; if it was, all of it and what tells of it. */
  private boolean asideWhole(SimulatedDisk disk, int round, Failed what) throws IOException {
    Path chunk = ASIDE.resolve("topic-0@" + round + "-torn.chunk");
    List<Path> files = disk.files(ASIDE);
    if (!files.contains(chunk)) {
      return false;
    }
    if (what != Failed.MACHINE || round > ROUNDS) { // it is not forced
      assertThat(disk.bytes(chunk)).isEqualTo(bytes(round));
      assertThat(disk.bytes(ASIDE.resolve("topic-0@" + round + "-torn.txt")))
          .asString(StandardCharsets.UTF_8)
          .contains("kept: 100");
    }
    return true;
  }

  @Override
  protected int fewest() {
    return 40;
  }
}
