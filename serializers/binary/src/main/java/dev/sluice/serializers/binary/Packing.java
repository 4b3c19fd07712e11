package dev.sluice.serializers.binary;

/**
 * Writes values behind a column's head, each packing of the format in its own way. One object each,
 * called through this interface, and not the branches of a switch: the JVM's second compiler would
 * inline all of them into each of their callers, runs into runs, and take so long that the methods
 * of the application wait to be compiled. RATIONALE.md has the figures. For one thread; allocates
 * nothing.
 */
interface Packing {
  /**
   * Writes {@code v[0..n)}, n at least 1, from {@code out[p]} on.
   *
   * @return the index after them, or -1 if the packing does not apply to these values
   */
  int encode(long[] v, int n, byte[] out, int p);
}
