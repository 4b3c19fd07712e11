package dev.sluice.analysis.services;

import dev.sluice.analysis.calls.Calls;

/**
 * The calls of one program by another.
 *
 * @param key who calls whom
 * @param calls how many are here
 * @param called how long the called traces took, of those that have a beginning and an end, and
 *     failures of these
 */
public record ServiceEdge(Key key, long calls, Calls called) {
  /**
   * Who calls whom.
   *
   * @param from the program that calls; null if that is not known
   * @param to the one that is called; null if nobody is known who works for these calls
   * @param isMessage whether nobody waits for the end of what is called
   */
  public record Key(String from, String to, boolean isMessage) {}

  static ServiceEdge none(Key key) {
    return new ServiceEdge(key, 0, new Calls());
  }

  ServiceEdge plus(Side to) {
    if (to != null && to.hasEnd()) {
      called.add(Math.max(0, to.end() - to.begin()), to.failed());
    }
    return new ServiceEdge(key, calls + 1, called);
  }
}
