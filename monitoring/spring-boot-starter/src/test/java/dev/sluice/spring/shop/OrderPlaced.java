package dev.sluice.spring.shop;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/** What the shop records itself. */
@MonitoringRecord(name = "shop.order_placed")
public record OrderPlaced(
    @Timestamp(recordTime = true) long time, @SymbolField String shop, double total) {
  /** Inside of another class. */
  @MonitoringRecord(name = "shop.hit")
  public record Hit(@Timestamp(recordTime = true) long time) {}
}
