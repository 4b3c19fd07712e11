package dev.sluice.it;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.util.function.BiConsumer;

/** How the tests read a source that has an end. */
final class RecordStreams {
  private RecordStreams() {}

  static Audit read(String source, BiConsumer<Sample, Chunk> consumer) throws IOException {
    SampleReader reader = SampleReader.create();
    try (RecordStream stream = RecordStream.builder(source).open()) {
      stream.drain((cursor, chunk) -> consumer.accept(reader.read(cursor), chunk));
      return stream.audit();
    }
  }
}
