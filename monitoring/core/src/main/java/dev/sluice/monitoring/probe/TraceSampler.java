package dev.sluice.monitoring.probe;

/**
 * Decides at the root of a trace whether it is recorded, so that traces stay whole. Called by any
 * thread that begins a trace; must not throw, block or allocate.
 */
@FunctionalInterface
public interface TraceSampler {
  /**
   * Whether the trace that begins now is recorded.
   *
   * @param records how many records the calling thread's last trace made, 0 for one not recorded
   */
  boolean sample(long records);
}
