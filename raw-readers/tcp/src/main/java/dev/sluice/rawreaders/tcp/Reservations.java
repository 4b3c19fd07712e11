package dev.sluice.rawreaders.tcp;

/**
 * Memory for large chunks that are arriving, bounded for all connections together. If there is none
 * left, one connection at a time gets what it needs beyond that; so some chunk can always become
 * whole, and nobody waits for ever for somebody who waits. For one thread.
 */
final class Reservations {
  private final long maxBytes;
  private long bytes;
  private Object favoured;

  Reservations(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns whether the owner may use {@code more} bytes in addition. */
  boolean reserve(Object owner, long more) {
    boolean fits = bytes + more <= maxBytes;
    if (!fits && favoured == null) {
      favoured = owner;
    }
    boolean granted = fits || favoured == owner;
    bytes += granted ? more : 0;
    return granted;
  }

  /** Frees all bytes of an owner. */
  void release(Object owner, long all) {
    if (favoured == owner) {
      favoured = null;
    }
    bytes -= all;
  }
}
