package dev.sluice.it;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/** What the end-to-end tests emit. */
@MonitoringRecord(name = "it.sample")
record Sample(
    @SymbolField String symbol,
    String text,
    long number,
    @Timestamp(recordTime = true) long time) {}
