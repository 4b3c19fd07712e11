package dev.sluice.monitoring.samplers.system;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.LoadAverageWriter;
import dev.sluice.monitoring.samplers.SamplerTarget;
import oshi.hardware.CentralProcessor;

/** How many threads want to run. */
final class LoadSampler implements Runnable {
  private final CentralProcessor processor;
  private final LoadAverageWriter writer;
  private final Symbol host;

  LoadSampler(CentralProcessor processor, SamplerTarget target) {
    this.processor = processor;
    this.writer = LoadAverageWriter.create(target.sink());
    this.host = target.sink().symbol(target.hostname());
  }

  @Override
  public void run() {
    double[] load = processor.getSystemLoadAverage(3);
    writer.emit(System.nanoTime(), host, load[0], load[1], load[2]);
  }
}
