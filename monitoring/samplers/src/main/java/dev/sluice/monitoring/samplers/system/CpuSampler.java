package dev.sluice.monitoring.samplers.system;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.CpuUtilizationWriter;
import dev.sluice.monitoring.samplers.SamplerTarget;
import java.util.Arrays;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.LogicalProcessor;
import oshi.hardware.CentralProcessor.TickType;

/** Sampler of the use of each processor between two samples. For one thread. */
final class CpuSampler implements Runnable {
  private final CentralProcessor processor;
  private final CpuUtilizationWriter writer;
  private final Symbol host;
  private final Symbol[] ids;
  private long[][] before;

  CpuSampler(CentralProcessor processor, SamplerTarget target) {
    this.processor = processor;
    this.writer = CpuUtilizationWriter.create(target.sink());
    this.host = target.sink().symbol(target.hostname());
    this.ids =
        processor.getLogicalProcessors().stream()
            .map(LogicalProcessor::getProcessorNumber)
            .map(number -> target.sink().symbol(Integer.toString(number)))
            .toArray(Symbol[]::new);
  }

  @Override
  public void run() {
    long[][] now = processor.getProcessorCpuLoadTicks();
    if (Arrays.deepEquals(now, before)) {
      return; // OSHI looks at the system at most every 300 ms; the interval goes on
    }
    long time = System.nanoTime();
    if (before != null) {
      int processors = Math.min(ids.length, Math.min(before.length, now.length));
      for (int i = 0; i < processors; i++) {
        emit(time, ids[i], before[i], now[i]);
      }
    }
    before = now;
  }

  private void emit(long time, Symbol id, long[] from, long[] to) {
    long[] ticks = new long[to.length];
    // A counter of the system may go back a little.
    Arrays.setAll(ticks, i -> Math.max(0, to[i] - from[i]));
    double total = Arrays.stream(ticks).sum();
    double idle = ticks[TickType.IDLE.getIndex()] / total;
    writer.emit(
        time,
        host,
        id,
        ticks[TickType.USER.getIndex()] / total,
        ticks[TickType.SYSTEM.getIndex()] / total,
        ticks[TickType.IOWAIT.getIndex()] / total,
        ticks[TickType.NICE.getIndex()] / total,
        (ticks[TickType.IRQ.getIndex()] + ticks[TickType.SOFTIRQ.getIndex()]) / total,
        1 - idle,
        idle);
  }
}
