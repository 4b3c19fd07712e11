package dev.sluice.tools.tune;

import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import java.util.Map;

/**
 * What a collector at the recording's pace needs beside an encoder at full speed: it is woken, and
 * its code and data have left the caches meanwhile. Two settings that make small and large chunks
 * are run into nothing; a straight line through both gives the model.
 *
 * @param perChunk nanoseconds of processor time beside encoding, for a chunk
 * @param perRecord the same for a record at this pace
 */
public record EncoderCost(double perChunk, double perRecord) {
  /** Encoding at full speed and nothing else. */
  static final EncoderCost NONE = new EncoderCost(0, 0);

  /**
   * A run into nothing.
   *
   * @param chunks for a record
   * @param nanos processor time for a record, measured, without that of encoding at full speed
   */
  record Sample(double chunks, double nanos) {}

  /** Through two samples at the same pace; costs are not negative. */
  static EncoderCost of(Sample small, Sample large) {
    double chunks = small.chunks - large.chunks;
    double perChunk = chunks <= 0 ? 0 : Math.max(0, (small.nanos - large.nanos) / chunks);
    double rest = (small.nanos + large.nanos - perChunk * (small.chunks + large.chunks)) / 2;
    return new EncoderCost(perChunk, Math.max(0, rest));
  }

  /** A collector with these and a producer's options whose chunks arrive at once, nowhere. */
  static ChunkingCollector intoNothing(
      Setting setting, ProducerRows rows, Map<String, String> options) {
    Serializer serializer = Setting.serializer(setting.serializer());
    return ChunkingCollector.builder(
            ImmediateWriter.NOWHERE, serializer, setting.toOptions(rows.identity(options)))
        .build();
  }
}
