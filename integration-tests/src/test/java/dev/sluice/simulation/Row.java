package dev.sluice.simulation;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/** What simulated programs emit. */
@MonitoringRecord(name = "simulation.row")
record Row(
    @SymbolField String program,
    String text,
    long number,
    @Timestamp(recordTime = true) long time) {}
