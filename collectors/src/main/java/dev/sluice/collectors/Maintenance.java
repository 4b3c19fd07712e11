package dev.sluice.collectors;

import dev.sluice.support.FailureLog;

/** What a collector does now and then, beside its records. Pump only. */
final class Maintenance {
  static final long PERIOD_NANOS = 200_000_000;

  private final Ring ring;
  private final RingSink sink;
  private final SymbolReleases releases;
  private final Outbox outbox;
  private final FailureLog drops;
  private long doneAt;
  private long refusedBefore;

  Maintenance(
      Ring ring,
      RingSink sink,
      SymbolReleases releases,
      Outbox outbox,
      FailureLog drops,
      long now) {
    this.ring = ring;
    this.sink = sink;
    this.releases = releases;
    this.outbox = outbox;
    this.drops = drops;
    this.doneAt = now;
  }

  /**
   * Does it, if it is time.
   *
   * @param draining lock of the ring's consuming side
   * @param batchIsEmpty whether no row is between ring and chunk
   */
  void step(long now, Object draining, boolean batchIsEmpty) {
    if (now - doneAt < PERIOD_NANOS) {
      return;
    }
    doneAt = now;
    synchronized (draining) {
      ring.reclaim();
    }
    releases.step(batchIsEmpty);
    outbox.keepHouse();
    long refused = sink.refusedTotal();
    if (refused != refusedBefore) {
      refusedBefore = refused;
      drops.failed("records are refused, so far ", sink.describeRefused(), null);
    } else {
      drops.over(null);
    }
  }
}
