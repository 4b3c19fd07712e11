package dev.sluice.monitoring.samplers.system;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.MemSwapUsageWriter;
import dev.sluice.monitoring.samplers.SamplerTarget;
import oshi.hardware.GlobalMemory;
import oshi.hardware.VirtualMemory;

/** Memory and swap space. Memory that caches hold and would give back counts as free. */
final class MemorySampler implements Runnable {
  private final GlobalMemory memory;
  private final MemSwapUsageWriter writer;
  private final Symbol host;

  MemorySampler(GlobalMemory memory, SamplerTarget target) {
    this.memory = memory;
    this.writer = MemSwapUsageWriter.create(target.sink());
    this.host = target.sink().symbol(target.hostname());
  }

  @Override
  public void run() {
    long total = memory.getTotal();
    long free = memory.getAvailable();
    VirtualMemory swap = memory.getVirtualMemory();
    long swapTotal = swap.getSwapTotal();
    long swapUsed = swap.getSwapUsed();
    writer.emit(
        System.nanoTime(),
        host,
        total,
        total - free,
        free,
        swapTotal,
        swapUsed,
        swapTotal - swapUsed);
  }
}
