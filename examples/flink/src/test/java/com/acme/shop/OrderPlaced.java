package com.acme.shop;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

@MonitoringRecord(name = "shop.order_placed")
public record OrderPlaced(
    @Timestamp(recordTime = true) long time, // nanoTime here, epoch nanoseconds when decoded
    @SymbolField String shop, // few values: 4 bytes in the ring
    String customer,
    double total) {}
