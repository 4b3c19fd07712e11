package com.acme.orders;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.Timestamp;

@MonitoringRecord(name = "orders.order_read")
public record OrderRead(@Timestamp(recordTime = true) long time, int order) {}
