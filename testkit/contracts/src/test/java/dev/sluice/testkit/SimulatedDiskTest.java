package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.support.platform.SystemDisk;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulated disk does what the real one does; and what it leaves of a machine that fails. */
class SimulatedDiskTest {
  private static final int RUNS = 100;
  private static final int STEPS = 200;
  private static final Path FILE = Path.of("/a/file");

  @TempDir Path root;

  private final SimulatedDisk disk = new SimulatedDisk(() -> 7);

  @Test
  void random_operations_have_the_same_results_on_the_real_disk() throws IOException {
    for (int seed = 0; seed < RUNS; seed++) {
      List<String> real = live(SystemDisk.INSTANCE, root.resolve("run-" + seed), seed);
      List<String> simulated = live(disk, Path.of("/run-" + seed), seed);
      assertThat(simulated).as("seed %d", seed).isEqualTo(real);
    }
  }

  /** What each of some random operations gives: a value, or the class of what it throws. */
  private static List<String> live(Disk disk, Path root, long seed) throws IOException {
    Random random = new Random(seed);
    Map<Integer, DiskFile> open = new HashMap<>();
    List<String> results = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      int step = random.nextInt(16);
      int which = random.nextInt(3);
      int other = random.nextInt(3);
      int size = random.nextInt(20);
      String result;
      try {
        Path directory = root.resolve("d" + other % 2);
        Path path = directory.resolve("f" + which + ".x");
        result =
            step
                + " "
                + step(disk, step, directory, path, root.resolve("d0/f" + other + ".x"))
                + inFile(open, disk, step, which, path, size);
      } catch (IOException e) {
        result = step + " " + e.getClass().getSimpleName();
      }
      results.add(result);
    }
    for (DiskFile file : open.values()) {
      file.close();
    }
    return results;
  }

  private static Object step(Disk disk, int step, Path directory, Path path, Path other)
      throws IOException {
    switch (step) {
      case 0 -> disk.createDirectories(directory, Access.OWNER);
      case 1 -> {
        return disk.list(directory, "*.x").stream()
            .map(entry -> entry.name() + entry.bytes() + entry.isFile())
            .sorted()
            .toList();
      }
      case 2 -> {
        Disk.Entry entry = disk.entry(path);
        return entry.bytes() + " " + entry.isDirectory();
      }
      case 3 -> disk.create(path, Access.OWNER).close();
      case 4 -> disk.move(path, other);
      case 5 -> disk.delete(path);
      case 6 -> disk.force(directory);
      default -> {
        return "";
      }
    }
    return "";
  }

  private static Object inFile(
      Map<Integer, DiskFile> open, Disk disk, int step, int which, Path path, int size)
      throws IOException {
    if (step == 7) {
      DiskFile old = open.put(which, disk.open(path, true));
      if (old != null) {
        old.close();
      }
    }
    if (step == 8) {
      Closeable lock = disk.lock(path.resolveSibling("lock" + which));
      boolean taken = lock != null;
      if (taken) {
        lock.close();
      }
      return taken;
    }
    DiskFile file = open.get(which);
    if (file == null) {
      return "";
    }
    byte[] bytes = new byte[size];
    switch (step) {
      case 9 -> file.append(bytes, 0, size);
      case 10 -> {
        return file.read(bytes, 0, size);
      }
      case 11 -> file.seek(size);
      case 12 -> {
        return file.length();
      }
      case 13 -> file.setLength(size);
      case 14 -> file.force();
      case 15 -> {
        return file.lock();
      }
      default -> {
        return "";
      }
    }
    return "";
  }

  @Test
  void killed_program_leaves_what_it_wrote_and_lets_its_locks_go() throws IOException {
    SimulatedDisk program = disk.program();
    program.createDirectories(FILE.getParent(), Access.OWNER);
    DiskFile file = program.create(FILE, Access.OWNER);
    file.append(new byte[5], 0, 5);
    assertThat(file.lock()).isTrue();
    assertThat(program.lock(FILE.resolveSibling("lock"))).isNotNull();
    assertThat(disk.lock(FILE.resolveSibling("lock"))).isNull();
    program.kill();
    assertThatThrownBy(() -> file.append(new byte[5], 0, 5)).hasMessageContaining("killed");
    assertThat(disk.bytes(FILE)).hasSize(5);
    assertThat(disk.lock(FILE.resolveSibling("lock"))).isNotNull();
    assertThat(disk.open(FILE, true).lock()).isTrue();
  }

  @Test
  void machine_that_fails_keeps_what_was_forced_and_no_more_than_was_written() throws IOException {
    boolean[] seen = new boolean[11];
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk machine = new SimulatedDisk(() -> 7);
      machine.createDirectories(FILE.getParent(), Access.OWNER);
      DiskFile file = machine.create(FILE, Access.OWNER);
      file.append(new byte[4], 0, 4);
      file.force();
      machine.force(FILE.getParent());
      file.append(new byte[6], 0, 6);
      machine.fail(new Random(seed * 0x9E3779B97F4A7C15L));
      int left = machine.bytes(FILE).length;
      assertThat(left).isBetween(4, 10);
      seen[left] = true;
    }
    assertThat(seen[4] && seen[10] && seen[7]).as("torn at any byte").isTrue();
  }

  @Test
  void append_that_is_short_leaves_half_and_one_that_is_late_leaves_all() throws IOException {
    Outcome[] next = {Outcome.DONE};
    SimulatedDisk program = disk.program().with((what, path) -> next[0]);
    program.createDirectories(FILE.getParent(), Access.OWNER);
    DiskFile file = program.create(FILE, Access.OWNER);
    int there = 0;
    for (Outcome outcome : List.of(Outcome.SHORT, Outcome.LATE, Outcome.FAILS)) {
      next[0] = outcome;
      assertThatThrownBy(() -> file.append(new byte[8], 0, 8)).hasMessageContaining("injected");
      there += outcome == Outcome.SHORT ? 4 : outcome == Outcome.LATE ? 8 : 0;
      assertThat(disk.bytes(FILE)).hasSize(there);
    }
    disk.capacity(there + 3);
    next[0] = Outcome.DONE;
    assertThatThrownBy(() -> file.append(new byte[8], 0, 8)).hasMessageContaining("No space");
    assertThat(disk.bytes(FILE)).hasSize(there + 3);
    assertThat(disk.usableSpace(FILE)).isZero();
  }
}
