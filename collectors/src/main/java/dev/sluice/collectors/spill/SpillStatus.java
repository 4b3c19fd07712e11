package dev.sluice.collectors.spill;

/**
 * Content of a spill directory.
 *
 * @param bytes bytes of all chunks that are not delivered yet, those of earlier producers included
 * @param damaged number of stretches of bytes in segments that were no chunks
 * @param adoptedLost records of earlier producers that were given up
 * @param problem why nothing is kept now, one line, or null
 */
public record SpillStatus(long bytes, long damaged, long adoptedLost, String problem) {
  /** Status without a spill directory. */
  public static final SpillStatus NONE = new SpillStatus(0, 0, 0, null);
}
