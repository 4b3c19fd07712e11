package dev.sluice.simulation;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.CollectorReport;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What is known of a program from its start to its end or crash. */
final class Life {
  final Program program;
  final BitSet accepted = new BitSet();

  /** The last report: that of the end, or as it was at the crash. */
  CollectorReport report;

  long refused;
  boolean crashed;

  /** Whether a kill or the disk may have kept it from noting what arrived. */
  boolean disturbed;

  /** Whether a consumer could not read something of it. */
  boolean unreadable;

  /** Whether a consumer got something twice that it could not know any more. */
  boolean repeated;

  /** Whether bytes that it was told are safe may be gone: nobody forced them. */
  boolean forgotten;

  /**
   * Whether the machine failed since it began: what its spill had given up may come all the same,
   * because the note of how far the spill has come is not forced.
   */
  boolean machineFailed;

  /** Records of earlier lives that it found and gave up. */
  long adoptedLost;

  /**
   * By sequence, the records of chunks that a later life has sent without an answer, and that did
   * not arrive. If they are given up nobody counts them: they may have arrived, and are no records
   * of that life.
   */
  final Map<Long, Integer> doubtful = new HashMap<>();

  Life(Program program) {
    this.program = program;
  }

  /** Records that arrived, as it was told, or that its spill has. */
  long safe() {
    return forgotten ? 0 : report.acknowledged() + report.spilled();
  }

  /** The medium tells nothing of a chunk that does not arrive. */
  void vanished(Chunk chunk) {
    if (program.life != this) {
      doubtful.put(chunk.accounting().sequence(), chunk.header().recordCount());
    }
  }

  long doubtfulRecords() {
    return doubtful.values().stream().mapToLong(Integer::longValue).sum();
  }

  /** Records that may have arrived. */
  long possible() {
    return machineFailed ? accepted.cardinality() : report.emitted() - report.dropped().total();
  }
}
