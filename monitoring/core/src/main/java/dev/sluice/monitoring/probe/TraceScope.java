package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;

/**
 * Link and session of a thread before it {@linkplain ProbeThread#adopt adopted} another place.
 *
 * @param link where its traces were started from, or null
 * @param linkUsed whether one of them has begun
 * @param session their session, or null
 */
record TraceScope(TraceLink link, boolean linkUsed, Symbol session) {}
