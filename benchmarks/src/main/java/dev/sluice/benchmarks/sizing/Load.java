package dev.sluice.benchmarks.sizing;

/**
 * What was sent in some time.
 *
 * @param chunks messages of the topic
 * @param records in them
 * @param bytes of the messages: chunks, keys and Kafka's headers
 * @param emptyBytes that a part without rows of each of these chunks takes: its header once more,
 *     and what stands around it in a message of parts
 */
record Load(long chunks, long records, long bytes, long emptyBytes) {
  static final Load NONE = new Load(0, 0, 0, 0);

  Load plus(Load other) {
    return new Load(
        chunks + other.chunks,
        records + other.records,
        bytes + other.bytes,
        emptyBytes + other.emptyBytes);
  }
}
