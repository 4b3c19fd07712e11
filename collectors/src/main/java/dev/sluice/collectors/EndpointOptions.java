package dev.sluice.collectors;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Plugins;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import java.time.Duration;
import java.util.Locale;

/** Reads a collector's options from a sink's URI. */
final class EndpointOptions {
  private EndpointOptions() {}

  /** A builder with the options of the URI; they are checked when it builds. */
  static ChunkingCollectorBuilder builder(Endpoint sink) {
    Options options = sink.options();
    Serializer serializer =
        Plugins.find(
            Serializer.class, Serializer::name, options.text("serializer", "binary"), "serializer");
    RawWriterFactory factory =
        Plugins.find(RawWriterFactory.class, RawWriterFactory::scheme, sink.scheme(), "scheme");
    ChunkingCollectorBuilder builder =
        ChunkingCollector.builder(factory.newWriter(sink), serializer).serializerOptions(options);
    long memory =
        options.bytes(
            "memory",
            ChunkingCollectorBuilder.DEFAULT_MEMORY_BYTES,
            MemoryBudget.MIN_BYTES,
            Long.MAX_VALUE);
    int chunkBytes =
        (int)
            options.bytes(
                "chunk.bytes",
                0,
                ChunkingCollectorBuilder.MIN_CHUNK_BYTES,
                ChunkLayout.MAX_CHUNK_BYTES);
    if (chunkBytes != 0) {
      builder.chunkBytes(chunkBytes);
    }
    String producer = options.text("producer", null);
    if (producer != null) {
      builder.producerName(producer);
    }
    return builder
        .memoryBytes(memory)
        .chunkRecords(
            options.integer(
                "chunk.records",
                ChunkingCollectorBuilder.DEFAULT_CHUNK_RECORDS,
                1,
                ChunkLayout.MAX_RECORDS))
        .maxDelay(
            options.duration("delay", ChunkingCollectorBuilder.DEFAULT_DELAY, Duration.ofMillis(1)))
        .policy(policy(options))
        .blockDeadline(
            options.duration(
                "block.deadline", ChunkingCollectorBuilder.DEFAULT_BLOCK_DEADLINE, Duration.ZERO));
  }

  private static FullRingPolicy policy(Options options) {
    String word = options.choice("policy", "drop-newest", "drop-newest", "block", "evict-oldest");
    return FullRingPolicy.valueOf(word.replace('-', '_').toUpperCase(Locale.ROOT));
  }
}
