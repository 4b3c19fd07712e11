package dev.sluice.monitoring;

import dev.sluice.api.record.RecordReader;
import dev.sluice.streams.RecordStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What monitors wrote to files. */
public final class Records {
  private Records() {}

  /** All records of a type in a directory. */
  public static <T> List<T> of(RecordReader<T> reader, Path directory) throws Exception {
    List<T> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(reader, all::add));
    }
    return all;
  }
}
