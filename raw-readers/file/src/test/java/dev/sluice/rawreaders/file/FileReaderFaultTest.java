package dev.sluice.rawreaders.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.support.segment.SegmentName;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.DiskFaultContract;
import dev.sluice.testkit.SimulatedDisk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Each operation of the disk fails under a reader of a directory; a failed poll comes again. */
class FileReaderFaultTest extends DiskFaultContract {
  private static final int SEGMENTS = 3;
  private static final int CHUNKS = 4;
  private static final int MOST_FAILURES = 20;

  private ChunkLog read;

  @Override
  protected void prepare(SimulatedDisk disk) throws IOException {
    read = new ChunkLog();
    ChunkFactory factory = new ChunkFactory(1, "first");
    for (int i = 0; i < SEGMENTS; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int j = 0; j < CHUNKS; j++) {
        // More than a block, so that a chunk comes in several reads.
        bytes.write(factory.next(10, 100_000).toByteArray());
      }
      disk.put(DIRECTORY.resolve(new SegmentName(1, i).fileName()), bytes.toByteArray());
    }
    kept.addAll(names(chunksIn(disk, DIRECTORY).chunks()));
  }

  @Override
  protected void live(SimulatedDisk disk) {
    read(disk, read);
  }

  /**
   * Goes on after each failure, as whoever polls does; what was acknowledged does not come again.
   */
  private void read(SimulatedDisk disk, ChunkLog log) {
    FileRawReader reader = null;
    int failures = 0;
    while (failures < MOST_FAILURES && (reader == null || !reader.exhausted())) {
      int before = log.chunks().size();
      try {
        reader =
            reader == null
                ? FileRawReader.open(
                    DIRECTORY.toString(), false, null, new VirtualPlatform(0, 1, disk))
                : reader;
        reader.poll(log, Duration.ZERO);
      } catch (IOException e) {
        failures++;
        log.chunks().subList(before, log.chunks().size()).clear();
      }
    }
    if (reader != null) {
      reader.close();
    }
  }

  @Override
  protected Set<String> next(SimulatedDisk disk, Failed what) throws IOException {
    assertThat(read.damages()).isEmpty();
    assertThat(names(read.chunks())).as("each once").doesNotHaveDuplicates();
    if (what == Failed.ONE_OPERATION) {
      assertThat(names(read.chunks())).containsExactlyElementsOf(inOrder(disk));
    }
    ChunkLog again = new ChunkLog();
    read(disk, again);
    assertThat(again.damages()).isEmpty();
    assertThat(names(again.chunks())).containsExactlyElementsOf(inOrder(disk));
    return new HashSet<>(names(again.chunks()));
  }

  private static List<String> inOrder(SimulatedDisk disk) throws IOException {
    return names(chunksIn(disk, DIRECTORY).chunks());
  }

  @Override
  protected int fewest() {
    return 20;
  }
}
