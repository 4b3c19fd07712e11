package dev.sluice.api.chunk;

/**
 * Position of a chunk or of damage in a source.
 *
 * @param partition what is ordered in itself: a file's name, a TCP connection, {@code topic-3}
 * @param offset bytes from the start of the file or the connection, or the Kafka offset
 */
public record SourcePosition(String partition, long offset) {
  @Override
  public String toString() {
    return partition + "@" + offset;
  }
}
