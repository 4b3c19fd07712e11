package dev.sluice.api.spi;

/**
 * Where in a source something lies.
 *
 * @param partition what is ordered in itself: a file's name, {@code topic-3}
 * @param offset bytes from the file's start, or the Kafka offset
 */
public record SourcePosition(String partition, long offset) {
  @Override
  public String toString() {
    return partition + "@" + offset;
  }
}
