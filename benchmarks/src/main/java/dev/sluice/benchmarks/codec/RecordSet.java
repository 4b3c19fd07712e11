package dev.sluice.benchmarks.codec;

import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The records that codecs are measured with. */
enum RecordSet {
  MOO_F(65_536, KiekerLogs::mooF),
  MOO_K(65_536, KiekerLogs::mooK),
  REAL_OER(10_388, KiekerLogs::realOer),
  REAL_MIX(6_565, KiekerLogs::realMix),
  GENERATED(GeneratedStream.RECORDS, data -> GeneratedStream.records());

  private static final String LAYOUT =
      "; --data takes the folder that holds the logs: one folder each (moobench-minimal-probe-oer,"
          + " bookstore-2010-oer, ...) with a .map file and .dat or .dat.gz files";

  private final int records;
  private final Loader loader;

  @FunctionalInterface
  private interface Loader {
    TestBatch load(Path data) throws IOException;
  }

  RecordSet(int records, Loader loader) {
    this.records = records;
    this.loader = loader;
  }

  /**
   * Those that can be had.
   *
   * @param data the folder with recorded logs, or null
   * @throws ToolException if there is none
   */
  static List<RecordSet> having(Path data, List<RecordSet> chosen) {
    List<RecordSet> there =
        chosen.stream().filter(set -> data != null || set == GENERATED).toList();
    if (there.isEmpty()) {
      throw new ToolException(chosen.get(0) + " is read from files: give their folder with --data");
    }
    return there;
  }

  /** Records in the whole set. */
  int records() {
    return records;
  }

  /**
   * Its records, always the same.
   *
   * @throws ToolException if a file is missing or not what it should be
   */
  TestBatch load(Path data) {
    TestBatch batch;
    try {
      batch = loader.load(data);
    } catch (NoSuchFileException e) {
      throw new ToolException(this + ": " + e.getMessage() + " does not exist" + LAYOUT, e);
    } catch (IOException e) {
      throw new ToolException(this + ": " + e.getMessage(), e);
    }
    if (batch.size() != records) {
      String there = batch.size() + " records instead of " + records;
      throw new ToolException(this + " has " + there + " in " + data + LAYOUT);
    }
    return batch;
  }

  /** The name in reports: {@code MOO-F}. */
  @Override
  public String toString() {
    return name().replace('_', '-');
  }
}
