package dev.sluice.monitoring.samplers.system;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.DiskUsageWriter;
import dev.sluice.monitoring.records.LoadAverageWriter;
import dev.sluice.monitoring.records.MemSwapUsageWriter;
import dev.sluice.monitoring.records.NetworkUtilizationWriter;
import dev.sluice.monitoring.samplers.SamplerFactory;
import dev.sluice.monitoring.samplers.SamplerTarget;
import java.util.List;
import oshi.hardware.CentralProcessor;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.hardware.NetworkIF;
import oshi.hardware.VirtualMemory;
import oshi.spi.SystemInfoFactory;

/**
 * Samplers of the machine: {@code cpu}, {@code memory}, {@code load}, {@code disk}, {@code
 * network}. On Linux they read {@code /proc} and {@code /sys} and load no native code; other
 * systems need {@code com.github.oshi:oshi-core} on the class path. Thread-safe.
 */
public final class SystemSamplers implements SamplerFactory {
  private static final double MILLIS_PER_SECOND = 1000;

  /** Called by {@link java.util.ServiceLoader}. */
  public SystemSamplers() {}

  @Override
  public String group() {
    return "system";
  }

  @Override
  public List<String> names() {
    return List.of("cpu", "memory", "load", "disk", "network");
  }

  @Override
  public Runnable newSampler(String name, SamplerTarget target) {
    HardwareAbstractionLayer hardware = SystemInfoFactory.create().getHardware();
    return switch (name) {
      case "cpu" -> new CpuSampler(hardware.getProcessor(), target);
      case "memory" -> memory(hardware.getMemory(), target);
      case "load" -> load(hardware.getProcessor(), target);
      case "disk" -> disk(hardware, target);
      case "network" -> network(hardware, target);
      default -> throw new IllegalArgumentException("no sampler '" + name + "'");
    };
  }

  /**
   * Returns a sampler of memory and swap space. Memory of caches that can be reclaimed counts as
   * free.
   */
  private static Runnable memory(GlobalMemory memory, SamplerTarget target) {
    MemSwapUsageWriter writer = MemSwapUsageWriter.create(target.sink());
    Symbol host = target.sink().symbol(target.hostname());
    return () -> {
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
    };
  }

  /** Returns a sampler of the number of threads that want to run. */
  private static Runnable load(CentralProcessor processor, SamplerTarget target) {
    LoadAverageWriter writer = LoadAverageWriter.create(target.sink());
    Symbol host = target.sink().symbol(target.hostname());
    return () -> {
      double[] load = processor.getSystemLoadAverage(3);
      writer.emit(System.nanoTime(), host, load[0], load[1], load[2]);
    };
  }

  /** Returns a sampler of the use of each disk. */
  private static Runnable disk(HardwareAbstractionLayer hardware, SamplerTarget target) {
    RowSink sink = target.sink();
    DiskUsageWriter writer = DiskUsageWriter.create(sink);
    Symbol host = sink.symbol(target.hostname());
    Rates rates = new Rates();
    return () -> {
      for (HWDiskStore disk : hardware.getDiskStores()) {
        long time = System.nanoTime();
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
    };
  }

  /** Returns a sampler of the traffic of each network interface. */
  private static Runnable network(HardwareAbstractionLayer hardware, SamplerTarget target) {
    RowSink sink = target.sink();
    NetworkUtilizationWriter writer = NetworkUtilizationWriter.create(sink);
    Symbol host = sink.symbol(target.hostname());
    Rates rates = new Rates();
    return () -> {
      for (NetworkIF network : hardware.getNetworkIFs()) {
        long time = System.nanoTime();
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
    };
  }
}
