package com.acme.all;

/** Names of the platform and of ours that mean something else here. */
class Own {
  final Object dev = null;
  final Object java = null;

  static class System { static long nanoTime() { throw new IllegalStateException(); } }

  static class Throwable { @Override public int hashCode() { return 1; } }

  static class String {}

  int work() {
    int t = 1, f = 2, tin = 3, thread = 4, frame = 5;
    return t + f + tin + thread + frame + same(new String());
  }

  int same(String mine) { return mine == null ? 0 : 1; }

  Object theirs(Operation o) { return null; }

  static class Operation {}
}
