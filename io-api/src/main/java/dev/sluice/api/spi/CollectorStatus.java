package dev.sluice.api.spi;

import dev.sluice.api.chunk.CloseReason;
import java.util.Map;

/**
 * State of a collector, and its figures in addition to those of its records. Immutable.
 *
 * @param state for health checks
 * @param closeReasons number of chunks closed, by reason; reasons that did not occur are absent
 * @param inlinedSymbols how often a symbol found the table full, or was too long for it, and so
 *     travels inline
 * @param adopted records of earlier producers that this collector found in its spill directory and
 *     that arrived
 * @param adoptedDropped records of earlier producers that this collector found there and gave up;
 *     no chunk's totals have them
 * @param spilledBytes bytes in the spill directory that are to be sent, by whatever producer
 * @param spillProblem why nothing is spilled now, one human-readable line, or null
 * @param sinkProblem why the sink takes no chunks now, or refused the last one, with what to do
 *     where that is known: one human-readable line, or null
 * @param chunking when chunks close now, and the delay observed
 * @param ringFill how full the fullest part of the ring is, 0 to 1: where it is full, emitters wait
 *     or lose records; {@code NaN} if there is no ring
 */
public record CollectorStatus(
    CollectorState state,
    Map<CloseReason, Long> closeReasons,
    long inlinedSymbols,
    long adopted,
    long adoptedDropped,
    long spilledBytes,
    String spillProblem,
    String sinkProblem,
    ChunkingStatus chunking,
    double ringFill) {
  /** Creates a status with a copy of the map. */
  public CollectorStatus {
    closeReasons = Map.copyOf(closeReasons);
  }
}
