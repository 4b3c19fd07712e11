package dev.sluice.tools.convert;

import dev.sluice.api.config.Options;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.tools.Bounds;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Makes many small chunks a few large ones. */
public final class Compaction {
  /** Records of a chunk, unless somebody says otherwise. */
  public static final int DEFAULT_RECORDS = 16_384;

  private static final int MAX_RECORDS = 65_536;

  private final int chunkRecords;
  private final Options options;

  /**
   * Counts of a compaction.
   *
   * @param chunksRead chunks of the source
   * @param bytesRead of these chunks
   * @param chunks of the result
   * @param bytes of the result
   * @param asTheyAre chunks that could not be joined
   * @param damages of the source, and what else is wrong with it that the result does not show
   */
  public record Result(
      long chunksRead,
      long bytesRead,
      long chunks,
      long bytes,
      long asTheyAre,
      DamageList damages) {}

  /**
   * Makes chunks like that.
   *
   * @param chunkRecords records of a chunk at most, 1 to 65,536
   * @param compression of whole bodies: {@code none}, {@code lz4} or {@code zstd}
   * @throws dev.sluice.api.config.ConfigurationException if there is no such compression
   * @throws ToolException if the number is out of its bounds
   */
  public Compaction(int chunkRecords, String compression) {
    options = new Options(Map.of());
    options.set("compression", compression, "--compression");
    new BinarySerializer().newEncoder(options);
    options.finish();
    checkRecords(chunkRecords);
    this.chunkRecords = chunkRecords;
  }

  static void checkRecords(int records) {
    Bounds.within("--chunk-records", records, 1, MAX_RECORDS);
  }

  /**
   * Reads a source to its end.
   *
   * @param output a path of a new file, or the URI of a sink
   * @throws ToolException if the source holds no chunk, or the output is there or part of it
   */
  public Result run(SourceSpec from, String output, Notices notices) throws IOException {
    ChunkLoop loop = new ChunkLoop(from);
    try (ChunkOutput out = ChunkOutput.at(output, List.of(from))) {
      Rewriting result = new Rewriting(out, List.of(from));
      Compactor compactor = new Compactor(result, chunkRecords, options);
      loop.read(
          (chunk, kind) -> {
            compactor.add(chunk, kind);
            loop.tell(notices);
          });
      compactor.finish();
      out.commit();
      return new Result(
          loop.chunks(),
          loop.bytes(),
          out.chunks(),
          out.bytes(),
          compactor.keptAsTheyAre(),
          loop.damages().hidden(result.hidden(List.of(loop), each -> true)));
    } finally {
      notices.clear();
    }
  }
}
