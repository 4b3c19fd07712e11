package dev.sluice.rawwriters.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.config.Endpoint;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.DiskFaultContract;
import dev.sluice.testkit.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Each operation of the disk fails, under a directory of segments and under a single file. */
@ParameterizedClass
@ValueSource(strings = {"?rotate.bytes=2KiB&fsync=chunk", "/all.slu?fsync=chunk"})
class FileWriterFaultTest extends DiskFaultContract {
  private static final int CHUNKS = 6;
  private static final int TRIES = 4;

  private final String options;
  private final Map<Path, byte[]> before = new TreeMap<>();
  private VirtualPlatform clock;

  FileWriterFaultTest(String options) {
    this.options = options;
  }

  private FileRawWriter writer(SimulatedDisk disk) {
    clock = new VirtualPlatform(0, 1, disk);
    return new FileRawWriter(FileSettings.of(Endpoint.parse("file:" + DIRECTORY + options)), clock);
  }

  @Override
  protected void live(SimulatedDisk disk) {
    FileRawWriter writer = writer(disk);
    ChunkFactory factory = new ChunkFactory(1, "first");
    for (int i = 0; i < CHUNKS; i++) {
      write(writer, factory.next(10, 800));
    }
    writer.close(Duration.ofSeconds(1));
  }

  private void write(FileRawWriter writer, Chunk chunk) {
    boolean[] acknowledged = {false};
    for (int i = 0; i < TRIES && !acknowledged[0]; i++) {
      clock.skip(Duration.ofSeconds(1));
      try {
        writer.write(chunk, (c, outcome, cause) -> acknowledged[0] = kept.add(c.toString()));
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith("cannot write to " + DIRECTORY);
      }
    }
  }

  @Override
  protected Set<String> next(SimulatedDisk disk, Failed what) throws IOException {
    ChunkLog left = chunksIn(disk, DIRECTORY);
    if (what == Failed.ONE_OPERATION) {
      assertThat(left.damages()).isEmpty();
      assertThat(names(left.chunks())).doesNotHaveDuplicates().hasSize(CHUNKS);
    }
    assertThat(left.damages())
        .extracting(Damage::reason)
        .isSubsetOf("torn tail", "chunk is cut off");
    for (Path file : disk.files(DIRECTORY)) {
      before.put(file, disk.bytes(file));
    }
    FileRawWriter writer = writer(disk);
    write(writer, new ChunkFactory(1, "second").next(10, 800));
    write(writer, new ChunkFactory(2, "third").next(10, 800));
    writer.close(Duration.ofSeconds(1));
    ChunkLog found = chunksIn(disk, DIRECTORY);
    assertThat(found.chunks()).hasSize(left.chunks().size() + 2);
    for (Path file : before.keySet()) {
      int there = before.get(file).length;
      assertThat(Arrays.copyOf(disk.bytes(file), there))
          .as("bytes are never taken away")
          .isEqualTo(before.get(file));
    }
    before.clear();
    return new HashSet<>(names(found.chunks()));
  }

  @Override
  protected int fewest() {
    return 20;
  }
}
