package dev.sluice.collectors;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.chunking.DelayGoal;
import dev.sluice.collectors.spill.SpillSettings;
import dev.sluice.support.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Options of a collector, without those of its raw writer and its serializer. */
final class CollectorKeys {
  static final int MIN_CHUNK_BYTES = 1024;

  static final Key<String> SERIALIZER =
      Key.text("serializer", "binary", "The format of chunks: binary, protobuf or a plug-in's.")
          .harmless();
  static final Key<String> PRODUCER =
      Key.of(
              "producer",
              "text of 1 to " + Accounting.MAX_NAME_BYTES + " bytes of UTF-8",
              (String) null,
              CollectorKeys::producer,
              "The producer's name.")
          .harmless()
          .withDefault("main class, host and process id");
  static final Key<Map<String, String>> ATTRIBUTES =
      Key.family(
              "attributes.",
              "Attributes of the producer in each chunk, as attributes.service=shop: service,"
                  + " instance, version, env, pid, host, or a name of your own; "
                  + Attributes.MAX
                  + " at most, 1 KiB together.")
          .harmless();
  static final Key<Duration> DELAY =
      Key.duration(
          "delay",
          Duration.ofMillis(200),
          Duration.ofMillis(1),
          "Maximum time that a record waits before its chunk is closed.");
  static final Key<Integer> CHUNK_RECORDS =
      Key.integer(
          "chunk.records",
          MemoryBudget.DEFAULT_CHUNK_RECORDS,
          1,
          ChunkLayout.MAX_RECORDS,
          "Records with which a chunk closes. Unless given, a chunk has up to "
              + Chunking.DEFAULT_MAX_RECORDS
              + " where they wait already or come faster than 500000/s.");
  static final Key<Long> CHUNK_BYTES =
      Key.bytes(
              "chunk.bytes",
              null,
              MIN_CHUNK_BYTES,
              ChunkLayout.MAX_CHUNK_BYTES,
              "Maximum size of a chunk in bytes, header included; never above what the sink takes.")
          .withDefault("900KiB, less with little memory");
  static final Key<DelayGoal> ADAPT =
      Key.of(
              "chunk.adapt",
              DelayGoal.EXPECTED,
              null,
              DelayGoal::parse,
              "Chunks as large as keeps this quantile of the delay, from a chunk's first record"
                  + " to its"
                  + " acknowledgement, below this time; delay, chunk.records and chunk.bytes"
                  + " are then"
                  + " the limits within which it is sought.")
          .harmless();
  static final Key<Long> MEMORY =
      Key.bytes(
              "memory",
              MemoryBudget.DEFAULT_BYTES,
              MemoryBudget.MIN_BYTES,
              Long.MAX_VALUE,
              "Memory for the ring, the batch, the encoder and undelivered chunks. A record may"
                  + " take 1/256 of it, 128 KiB at most.")
          .withDefault("20MiB, at most an eighth of the largest heap");
  static final Key<FullRingPolicy> POLICY =
      Key.choice(
          "policy",
          FullRingPolicy.DROP_NEWEST,
          "What happens when the ring is full or the sink too slow: the record is dropped, its"
              + " thread waits, or the oldest sealed chunk is dropped.");
  static final Key<Duration> BLOCK_DEADLINE =
      Key.duration(
          "block.deadline",
          Duration.ofSeconds(1),
          Duration.ZERO,
          "Maximum time that an emit waits with policy=block.");

  static final Key<Path> SPILL =
      Key.path(
          "spill",
          "Directory for chunks that the sink does not take in time. They are sent when it does, by"
              + " the next program with the same directory if this one has ended.");
  static final Key<Long> SPILL_BYTES =
      Key.bytes(
              "spill.bytes",
              SpillSettings.DEFAULT_BYTES,
              SpillSettings.MIN_BYTES,
              Long.MAX_VALUE,
              "Maximum size of the spill directory in bytes; 64 MiB of its disk always stay free.")
          .powerful();
  static final Key<Duration> SPILL_AGE =
      Key.duration(
              "spill.age",
              null,
              Duration.ofSeconds(1),
              "Maximum age of spilled chunks; older ones are dropped and counted.")
          .powerful();

  static final Key<SpillSettings.Fsync> SPILL_FSYNC =
      Key.choice(
          "spill.fsync",
          SpillSettings.Fsync.NEVER,
          "When spilled bytes are forced to the device: when the operating system does it by"
              + " itself, or before a chunk counts as spilled.");

  static final List<Key<?>> ALL =
      List.of(
          SERIALIZER,
          PRODUCER,
          ATTRIBUTES,
          DELAY,
          CHUNK_RECORDS,
          CHUNK_BYTES,
          ADAPT,
          MEMORY,
          POLICY,
          BLOCK_DEADLINE,
          SPILL,
          SPILL_BYTES,
          SPILL_AGE,
          SPILL_FSYNC,
          SigningKeys.SIGN);

  private CollectorKeys() {}

  private static String producer(String name) {
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (name.isBlank() || bytes > Accounting.MAX_NAME_BYTES) {
      String rule = "must have 1 to %d bytes of UTF-8, has %d";
      throw new ConfigurationException(List.of(rule.formatted(Accounting.MAX_NAME_BYTES, bytes)));
    }
    return name;
  }

  /** Returns the producer's attributes; a mistake in them is noted as a problem. */
  static Attributes attributes(Options options) {
    try {
      return Attributes.of(options.get(ATTRIBUTES));
    } catch (IllegalArgumentException e) {
      options.problem("options 'attributes.': " + e.getMessage());
      return Attributes.NONE;
    }
  }

  /** Offers less memory if the heap is small, so that the settings show it. */
  static void boundMemory(Options options, long maxHeapBytes) {
    long bytes = MemoryBudget.defaultTotal(maxHeapBytes);
    if (bytes < MemoryBudget.DEFAULT_BYTES && !options.isGiven(MEMORY)) {
      options.offer(MEMORY.name(), (bytes >> 10) + "KiB", "default, with a small heap");
    }
  }

  /** Offers the limits of adaptation that nobody has given, so that the settings show them. */
  static void boundAdaptation(Options options) {
    DelayGoal goal = options.get(ADAPT);
    if (goal == null) {
      return;
    }
    offer(options, CHUNK_RECORDS, DelayGoal.CHUNK_RECORDS);
    offer(options, DELAY, Duration.ofNanos(goal.nanos()));
  }

  private static <T> void offer(Options options, Key<T> key, T value) {
    if (!options.isGiven(key)) {
      options.offer(key.name(), key.print(value), "default, with chunk.adapt");
    }
  }

  /**
   * Returns the settings of the spill, or null if there is none.
   *
   * @param sink where they are to go, without secrets
   */
  static SpillSettings spill(Options options, String sink) {
    Path directory = options.get(SPILL);
    for (Key<?> key : List.of(SPILL_BYTES, SPILL_AGE, SPILL_FSYNC)) {
      if (directory == null && options.isGiven(key)) {
        options.problem(key, "needs spill=DIRECTORY");
      }
    }
    if (directory == null) {
      return null;
    }
    String same = "file:" + directory.toAbsolutePath().normalize();
    if (sink.equals(same) || sink.matches(Pattern.quote(same) + "/[^/]*\\.slu")) {
      options.problem(SPILL, "must not be the directory of the sink, " + sink);
    }
    return new SpillSettings(
        directory,
        options.get(SPILL_BYTES),
        options.get(SPILL_AGE),
        options.get(POLICY) == FullRingPolicy.EVICT_OLDEST,
        options.get(SPILL_FSYNC),
        sink);
  }

  /**
   * Returns the maximum size of a chunk in bytes; a mistake is noted if the memory has no room for
   * it.
   */
  static int chunkBytes(Options options) {
    long memory = options.get(MEMORY);
    int largest = MemoryBudget.maxChunkBytes(memory);
    Long given = options.get(CHUNK_BYTES);
    if (given != null && given > largest) {
      options.problem(
          CHUNK_BYTES,
          "must be at most %d with memory=%d, was %d".formatted(largest, memory, given));
    }
    return given != null ? given.intValue() : Math.min(MemoryBudget.DEFAULT_CHUNK_BYTES, largest);
  }
}
