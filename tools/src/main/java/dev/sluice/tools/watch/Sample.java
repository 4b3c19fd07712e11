package dev.sluice.tools.watch;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What happened between two looks.
 *
 * @param time when it ended, in milliseconds since the epoch
 * @param nanos how long it was
 * @param records delivered
 * @param bytes read
 * @param requests how long they took, in nanoseconds; not kept
 * @param behind see {@link Meter#takeBehind}
 * @param lag messages that wait at its end; {@link Meter#NONE} if that is not known
 * @param missing chunks that did not come
 * @param dropped records that producers dropped, by cause
 */
record Sample(
    long time,
    long nanos,
    long records,
    long bytes,
    Histogram requests,
    long behind,
    long lag,
    long missing,
    Map<String, Long> dropped) {}
