package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Runs in a JVM whose files may have 64 KiB: writes 40 chunks of 10 KiB, each until it is taken.
 */
final class LimitedWriter {
  private static final int CHUNKS = 40;

  private LimitedWriter() {}

  public static void main(String[] args) throws Exception {
    FileRawWriter writer = FileRawWriter.create(Path.of(args[0]));
    int failed = 0;
    int[] acknowledged = {0};
    while (acknowledged[0] < CHUNKS && failed < CHUNKS) {
      Chunk chunk = Chunks.of(7, acknowledged[0], 10_000);
      try {
        writer.write(chunk, (c, outcome, cause) -> acknowledged[0]++);
      } catch (IOException e) {
        failed++;
      }
    }
    System.out.printf("failed %d, acknowledged %d%n", failed, acknowledged[0]);
  }
}
