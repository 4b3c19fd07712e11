package dev.sluice.monitoring.samplers.system;

import dev.sluice.monitoring.samplers.SamplerFactory;
import dev.sluice.monitoring.samplers.SamplerTarget;
import java.util.List;
import oshi.hardware.HardwareAbstractionLayer;
import oshi.spi.SystemInfoFactory;

/**
 * Samplers of the machine: {@code cpu}, {@code memory}, {@code load}, {@code disk}, {@code
 * network}. On Linux they read {@code /proc} and {@code /sys} and load no native code; other
 * systems need {@code com.github.oshi:oshi-core} on the class path. Thread-safe.
 */
public final class SystemSamplers implements SamplerFactory {
  /** For {@link java.util.ServiceLoader}. */
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
      case "memory" -> new MemorySampler(hardware.getMemory(), target);
      case "load" -> new LoadSampler(hardware.getProcessor(), target);
      case "disk" -> new DiskSampler(hardware::getDiskStores, System::nanoTime, target);
      case "network" -> new NetworkSampler(hardware::getNetworkIFs, System::nanoTime, target);
      default -> throw new IllegalArgumentException("no sampler '" + name + "'");
    };
  }
}
