package dev.sluice.testkit;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** State that all programs of a machine share; the object is its lock. */
final class SimulatedMachine {
  final LongSupplier epochMillis;
  final TreeMap<Path, Node> names = new TreeMap<>();
  final Map<Path, Node> durable = new HashMap<>();
  final Map<Object, Object> locks = new HashMap<>(); // whose a file is
  long capacity = Long.MAX_VALUE / 2;

  SimulatedMachine(LongSupplier epochMillis) {
    this.epochMillis = epochMillis;
  }

  long used() {
    return names.values().stream().mapToLong(node -> node.length).sum();
  }

  /** A file or a directory. */
  static final class Node {
    final boolean isFile;
    byte[] bytes = {};
    int length;
    int forced;
    long modified;

    Node(boolean isFile) {
      this.isFile = isFile;
    }

    void append(byte[] from, int start, int count) {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
      }
      System.arraycopy(from, start, bytes, length, count);
      length += count;
    }
  }
}
