package dev.sluice.cli.tune;

import dev.sluice.api.spi.Collector;

/** The records of one producer, in the order in which they are emitted. Immutable. */
final class ProducerRows {
  private ProducerRows() {}

  /** Name of the producer, or its id. */
  String name() {
    return "";
  }

  int records() {
    return 0;
  }

  /** When a record is emitted, in nanoseconds since the first of the recording. Never decreases. */
  long arrival(int record) {
    return 0;
  }

  /**
   * A feeder of these records into a collector that nobody else emits to; its types and symbols are
   * registered at once.
   */
  Feeder feeder(Collector collector) {
    throw new UnsupportedOperationException();
  }

  /** Emits records, one after the other. For one thread. */
  static final class Feeder {
    private Feeder() {}

    /** Emits the next record; false if it was refused, which the collector counts. */
    boolean emitNext() {
      throw new UnsupportedOperationException();
    }
  }
}
