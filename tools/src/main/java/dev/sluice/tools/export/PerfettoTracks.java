package dev.sluice.tools.export;

import dev.sluice.analysis.traces.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tracks of one producer. Slices of a track must be nested, so traces that overlap lie on
 * several: on one of their thread, if it is known, where there is room at that time. For one
 * thread.
 */
final class PerfettoTracks {
  /**
   * Maximum number of tracks; beyond it, traces are put on the track that is free first and cut
   * where they overlap.
   */
  private static final int MAX_TRACKS = 1000;

  final int process;
  private final List<Track> tracks = new ArrayList<>();

  /** Whether something was lost before there was a track. */
  private boolean lostBefore;

  /** A track, which is a packet sequence of its own. */
  static final class Track {
    final int id;
    final long thread;

    /** Names that were sent, by the number of the operation. */
    final Map<Integer, Integer> names = new HashMap<>();

    /** Time until which the track is occupied. */
    long end = Long.MIN_VALUE;

    /** The time of its last packet. */
    long time;

    /** Whether what was sent must be sent again. */
    boolean fresh = true;

    /** Whether something was lost before its next packet. */
    boolean lost;

    boolean described;

    Track(int id, long thread) {
      this.id = id;
      this.thread = thread;
    }
  }

  PerfettoTracks(int process) {
    this.process = process;
  }

  /** The producer has lost records. */
  void lost() {
    lostBefore |= tracks.isEmpty();
    for (Track track : tracks) {
      track.lost = true;
      track.fresh = true;
    }
  }

  /** Returns the track for a trace; {@code nextId} is that of a new one. */
  Track of(Trace trace, int nextId) {
    Track first = null;
    for (Track track : tracks) {
      if (track.thread == trace.thread() && track.end <= trace.begin()) {
        return track;
      }
      first = first == null || track.end < first.end ? track : first;
    }
    if (tracks.size() == MAX_TRACKS) {
      return first;
    }
    Track made = new Track(nextId, trace.thread());
    made.lost = lostBefore;
    lostBefore = false;
    tracks.add(made);
    return made;
  }

  /** Returns how many there are. */
  int size() {
    return tracks.size();
  }
}
