package dev.sluice.monitoring.samplers.system;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.NetworkUtilizationWriter;
import dev.sluice.monitoring.samplers.SamplerTarget;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import oshi.hardware.NetworkIF;

/** What went through each network interface between two samples. For one thread. */
final class NetworkSampler implements Runnable {
  private final Supplier<List<NetworkIF>> interfaces;
  private final LongSupplier clock;
  private final RowSink sink;
  private final NetworkUtilizationWriter writer;
  private final Symbol host;
  private final Rates rates = new Rates();

  NetworkSampler(Supplier<List<NetworkIF>> interfaces, LongSupplier clock, SamplerTarget target) {
    this.interfaces = interfaces;
    this.clock = clock;
    this.sink = target.sink();
    this.writer = NetworkUtilizationWriter.create(sink);
    this.host = sink.symbol(target.hostname());
  }

  @Override
  public void run() {
    for (NetworkIF network : interfaces.get()) {
      long time = clock.getAsLong();
      double[] rate =
          rates.perSecond(
              network.getName(),
              time,
              network.getBytesRecv(),
              network.getPacketsRecv(),
              network.getInErrors(),
              network.getInDrops(),
              network.getBytesSent(),
              network.getPacketsSent(),
              network.getOutErrors());
      if (rate != null) {
        writer.emit(
            time,
            host,
            sink.symbol(network.getName()),
            network.getSpeed(),
            rate[0],
            rate[1],
            rate[2],
            rate[3],
            rate[4],
            rate[5],
            rate[6]);
      }
    }
  }
}
