package dev.sluice.serializers.binary;

import net.jpountz.lz4.LZ4Factory;

/** Which implementation of LZ4 is used. All write and read the same format. */
final class Lz4 {
  /** From this release on the JVM warns on standard error about native and Unsafe access. */
  private static final int WARNS_FROM = 24;

  private Lz4() {}

  /** The fastest that is silent: a monitored program's output is not ours to write to. */
  static LZ4Factory factory() {
    return Runtime.version().feature() < WARNS_FROM
        ? LZ4Factory.fastestInstance()
        : LZ4Factory.safeInstance();
  }
}
