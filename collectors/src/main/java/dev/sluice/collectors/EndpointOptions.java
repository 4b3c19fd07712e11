package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Plugins;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads a collector's options from a sink's URI. */
final class EndpointOptions {
  private static final Key<String> SERIALIZER =
      Key.text("serializer", "binary", "The format of chunks: binary, protobuf or a plug-in's.");
  private static final Key<String> PRODUCER =
      Key.text(
              "producer",
              null,
              "The producer's name, at most " + Accounting.MAX_NAME_BYTES + " bytes of UTF-8.")
          .withDefault("main class, host and process id");
  private static final Key<Duration> DELAY =
      Key.duration(
          "delay",
          ChunkingCollectorBuilder.DEFAULT_DELAY,
          Duration.ofMillis(1),
          "Longest time that a record waits before its chunk is closed.");
  private static final Key<Integer> CHUNK_RECORDS =
      Key.integer(
          "chunk.records",
          ChunkingCollectorBuilder.DEFAULT_CHUNK_RECORDS,
          1,
          ChunkLayout.MAX_RECORDS,
          "Records of a chunk.");
  private static final Key<Long> CHUNK_BYTES =
      Key.bytes(
              "chunk.bytes",
              null,
              ChunkingCollectorBuilder.MIN_CHUNK_BYTES,
              ChunkLayout.MAX_CHUNK_BYTES,
              "Bytes of a chunk at most, header included; never above what the sink takes.")
          .withDefault("900KiB, less with little memory");
  private static final Key<Long> MEMORY =
      Key.bytes(
              "memory",
              ChunkingCollectorBuilder.DEFAULT_MEMORY_BYTES,
              MemoryBudget.MIN_BYTES,
              Long.MAX_VALUE,
              "Memory for everything: ring, batch, encoder and chunks on their way. A record may take"
                  + " 1/256 of it, 128 KiB at most.")
          .withDefault("16MiB, at most an eighth of the largest heap");
  private static final Key<FullRingPolicy> POLICY =
      Key.choice(
          "policy",
          FullRingPolicy.DROP_NEWEST,
          "What happens when the ring is full or the sink too slow: the record is dropped, its"
              + " thread waits, or the oldest sealed chunk gives way.");
  private static final Key<Duration> BLOCK_DEADLINE =
      Key.duration(
          "block.deadline",
          ChunkingCollectorBuilder.DEFAULT_BLOCK_DEADLINE,
          Duration.ZERO,
          "How long an emit may wait with policy=block.");

  static final List<Key<?>> KEYS =
      List.of(
          SERIALIZER, PRODUCER, DELAY, CHUNK_RECORDS, CHUNK_BYTES, MEMORY, POLICY, BLOCK_DEADLINE);

  private EndpointOptions() {}

  /** A builder with the options of the URI; they are checked when it builds. */
  static ChunkingCollectorBuilder builder(Endpoint sink) {
    Options options = sink.options();
    boundMemory(options, Runtime.getRuntime().maxMemory());
    List<String> missing = new ArrayList<>();
    Serializer serializer =
        Plugins.find(
            Serializer.class,
            Serializer::name,
            options.get(SERIALIZER),
            "serializer",
            missing::add);
    RawWriterFactory factory =
        Plugins.find(
            RawWriterFactory.class,
            RawWriterFactory::scheme,
            sink.scheme(),
            "scheme",
            missing::add);
    if (!missing.isEmpty()) {
      throw new ConfigurationException(missing);
    }
    ChunkingCollectorBuilder builder =
        ChunkingCollector.builder(factory.newWriter(sink), serializer).serializerOptions(options);
    Long chunkBytes = options.get(CHUNK_BYTES);
    if (chunkBytes != null) {
      builder.chunkBytes(chunkBytes.intValue());
    }
    String producer = options.get(PRODUCER);
    if (producer != null) {
      builder.producerName(producer);
    }
    return builder
        .memoryBytes(options.get(MEMORY))
        .chunkRecords(options.get(CHUNK_RECORDS))
        .maxDelay(options.get(DELAY))
        .policy(options.get(POLICY))
        .blockDeadline(options.get(BLOCK_DEADLINE));
  }

  /** With a small heap the default is less; whoever looks at the options in effect sees it. */
  static void boundMemory(Options options, long maxHeapBytes) {
    long bytes = MemoryBudget.defaultTotal(maxHeapBytes);
    if (bytes < ChunkingCollectorBuilder.DEFAULT_MEMORY_BYTES && !options.isGiven(MEMORY.name())) {
      options.offer(MEMORY.name(), (bytes >> 10) + "KiB", "default, with a small heap");
    }
  }
}
