package dev.sluice.serializers.binary;

/**
 * Packing of values after a column's head. Each packing of the format is an object behind this
 * interface, and not a branch of a switch: the JVM's second compiler would inline all of them into
 * each of their callers, runs into runs, and take so long that the methods of the application wait
 * to be compiled. RATIONALE.md has the figures. For one thread; allocates nothing.
 */
interface Packing {
  /**
   * Writes {@code v[0..n)}, n at least 1, from {@code out[p]} on, and returns the index after them,
   * or -1 if this packing does not apply.
   *
   * @return the index after them, or -1 if the packing does not apply to these values
   */
  int encode(long[] v, int n, byte[] out, int p);
}
