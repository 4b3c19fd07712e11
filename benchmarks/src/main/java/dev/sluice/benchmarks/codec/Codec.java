package dev.sluice.benchmarks.codec;

import dev.sluice.testkit.TestBatch;

/**
 * A serializer and its deserializer over the chunks of one set. What encoding and decoding start
 * from is made before by {@link #stage}, so that {@link #encode} and {@link #decode} are nothing
 * but the work to be measured. For one thread.
 */
interface Codec {
  /**
   * Cuts the records into consecutive chunks, encodes all of them, and checks that they decode to
   * the very same records.
   *
   * @param chunkRecords records of a chunk; the last may have fewer
   * @return what the chunks take
   */
  Density stage(TestBatch records, int chunkRecords);

  /**
   * Encodes a chunk into a buffer that is used again.
   *
   * @param chunk number of the chunk, from 0
   * @return its bytes
   */
  int encode(int chunk);

  /**
   * Decodes what {@link #stage} encoded, and visits every field of every record.
   *
   * @return a sum over the values, so that no visit can be left out
   */
  long decode(int chunk);

  /**
   * Decodes to columns, and visits the last value of each.
   *
   * @param two whether of all fields only {@code tin} and {@code tout} are wanted
   * @return a sum over the values visited
   */
  default long columns(int chunk, boolean two) {
    throw new UnsupportedOperationException("no columns");
  }

  /**
   * What the chunks of a set take.
   *
   * @param bytes all chunks, without accounting blocks
   * @param accountingBytes all accounting blocks
   * @param bytesWithoutStaticTable as {@code bytes} with the static string table switched off, -1
   *     if there is none
   */
  record Density(long bytes, long accountingBytes, long bytesWithoutStaticTable) {}
}
