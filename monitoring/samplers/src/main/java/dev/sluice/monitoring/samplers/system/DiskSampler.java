package dev.sluice.monitoring.samplers.system;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.DiskUsageWriter;
import dev.sluice.monitoring.samplers.SamplerTarget;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import oshi.hardware.HWDiskStore;

/** What each disk did between two samples. For one thread. */
final class DiskSampler implements Runnable {
  private static final double MILLIS_PER_SECOND = 1000;

  private final Supplier<List<HWDiskStore>> disks;
  private final LongSupplier clock;
  private final RowSink sink;
  private final DiskUsageWriter writer;
  private final Symbol host;
  private final Rates rates = new Rates();

  DiskSampler(Supplier<List<HWDiskStore>> disks, LongSupplier clock, SamplerTarget target) {
    this.disks = disks;
    this.clock = clock;
    this.sink = target.sink();
    this.writer = DiskUsageWriter.create(sink);
    this.host = sink.symbol(target.hostname());
  }

  @Override
  public void run() {
    for (HWDiskStore disk : disks.get()) {
      long time = clock.getAsLong();
      double[] rate =
          rates.perSecond(
              disk.getName(),
              time,
              disk.getReads(),
              disk.getReadBytes(),
              disk.getWrites(),
              disk.getWriteBytes(),
              disk.getTransferTime());
      if (rate != null) {
        writer.emit(
            time,
            host,
            sink.symbol(disk.getName()),
            disk.getCurrentQueueLength(),
            rate[0],
            rate[1],
            rate[2],
            rate[3],
            Math.min(1, rate[4] / MILLIS_PER_SECOND));
      }
    }
  }
}
