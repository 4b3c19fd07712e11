package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.support.ChunkScanner;
import dev.sluice.testkit.SimulatedDisk.Outcome;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Contract for code that writes or reads files: whichever operation of a disk fails, in whichever
 * way, whole chunks are left and the next start works. A subclass implements a life that uses the
 * disk and states what must be found afterwards.
 */
public abstract class DiskFaultContract {
  /** Directory that the life uses. */
  protected static final Path DIRECTORY = Path.of("/simulated/records");

  /** Part that has failed in a life. */
  public enum Failed {
    /** One operation of the disk failed, or none. */
    ONE_OPERATION,
    /** All operations from one on failed. */
    DISK,
    /** The program was killed. */
    PROGRAM,
    /** The machine failed. */
    MACHINE
  }

  /** Chunks that must not be lost any more, because they were reported as kept. */
  protected final Set<String> kept = new HashSet<>();

  private LogLines log;
  private int operations;

  /** Called by subclasses. */
  protected DiskFaultContract() {}

  /** Prepares a disk before operations fail; nothing by default. */
  protected void prepare(SimulatedDisk disk) throws Exception {}

  /**
   * Runs a life from start to end. Operations of the disk may fail; the subclass continues as a
   * program would, and adds to {@link #kept}.
   */
  protected abstract void live(SimulatedDisk disk) throws Exception;

  /**
   * Starts again on a disk without faults, and asserts that it works.
   *
   * @param what has failed
   * @return the chunks that are there, or have arrived
   */
  protected abstract Set<String> next(SimulatedDisk disk, Failed what) throws Exception;

  /** Returns the minimum number of operations of a life; it shows that the life does its work. */
  protected abstract int fewest();

  /** Returns what was logged since the test began. */
  protected final List<String> logged() {
    return log.all();
  }

  /** Returns whether kept chunks outlive a failure of the machine. */
  protected boolean isForced() {
    return true;
  }

  /** Records the log, because a failing disk causes warnings. */
  @BeforeEach
  public void takeLog() {
    log = new LogLines();
  }

  /** Ends the recording of the log. */
  @AfterEach
  public void giveLog() {
    log.close();
  }

  /** Asserts that one failure loses nothing, at whatever operation. */
  @ParameterizedTest
  @EnumSource(names = "DONE", mode = EnumSource.Mode.EXCLUDE)
  public void each_operation_may_fail_once(Outcome how) throws Exception {
    int n = 0;
    do {
      int failing = ++n;
      SimulatedDisk disk = begin();
      live(disk.program().with((what, path) -> ++operations == failing ? how : Outcome.DONE));
      verify(disk, Failed.ONE_OPERATION, "operation " + n + " " + how);
    } while (operations >= n);
    assertThat(n).as("operations").isGreaterThan(fewest());
  }

  /** Asserts that a disk that fails for good loses no kept chunk. */
  @ParameterizedTest
  @EnumSource(names = "DONE", mode = EnumSource.Mode.EXCLUDE)
  public void from_each_operation_on_all_may_fail(Outcome how) throws Exception {
    int n = 0;
    do {
      int failing = ++n;
      SimulatedDisk disk = begin();
      live(disk.program().with((what, path) -> ++operations >= failing ? how : Outcome.DONE));
      verify(disk, Failed.DISK, "from operation " + n + " on " + how);
    } while (operations >= n);
  }

  /** Asserts that no kept chunk is lost if the program is killed in the middle of a write. */
  @Test
  public void program_may_be_killed_at_each_operation() throws Exception {
    int n = 0;
    do {
      SimulatedDisk disk = begin();
      live(killedAt(disk.program(), ++n));
      verify(disk, Failed.PROGRAM, "killed at operation " + n);
    } while (operations >= n);
  }

  /** Asserts that forced bytes survive a failure of the machine. */
  @Test
  public void machine_may_fail_at_each_operation() throws Exception {
    int n = 0;
    do {
      SimulatedDisk disk = begin();
      SimulatedDisk program = killedAt(disk.program(), ++n);
      live(program);
      disk.program().fail(new Random(n * 0x9E3779B97F4A7C15L)); // small seeds begin alike
      if (!isForced()) {
        kept.clear();
      }
      verify(disk, Failed.MACHINE, "machine fails at operation " + n);
    } while (operations >= n);
  }

  private SimulatedDisk begin() throws Exception {
    kept.clear();
    operations = 0;
    SimulatedDisk disk = new SimulatedDisk(() -> operations);
    prepare(disk.program());
    operations = 0;
    return disk;
  }

  /**
   * Returns a disk on which the program is killed at an operation, of which half the bytes are
   * written.
   */
  private SimulatedDisk killedAt(SimulatedDisk program, int n) {
    return program.with(
        (what, path) -> {
          if (++operations < n) {
            return Outcome.DONE;
          }
          if (operations > n || what != SimulatedDisk.Operation.APPEND) {
            program.kill();
          }
          return Outcome.SHORT;
        });
  }

  private void verify(SimulatedDisk disk, Failed what, String when) throws Exception {
    assertThat(next(disk.program(), what)).as(when).containsAll(kept);
  }

  /**
   * Returns the content that a reader finds in the files of a directory with {@code .slu} in their
   * names.
   */
  protected static ChunkLog chunksIn(SimulatedDisk disk, Path directory) throws IOException {
    ChunkLog found = new ChunkLog();
    for (Path file : disk.files(directory)) {
      if (file.toString().contains(".slu")) {
        read(file, disk.bytes(file), found);
      }
    }
    return found;
  }

  private static void read(Path file, byte[] bytes, ChunkLog found) throws IOException {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset(file.getFileName().toString(), 0);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    while (scanner.fill(in::read) >= 0) {
      while (scanner.next(found)) {
        // all of them
      }
    }
    scanner.end();
    while (scanner.next(found)) {
      // and the rest
    }
  }

  /** Returns names of chunks for comparisons: producer and sequence number. */
  protected static List<String> names(List<Chunk> chunks) {
    return chunks.stream().map(Chunk::toString).toList();
  }
}
