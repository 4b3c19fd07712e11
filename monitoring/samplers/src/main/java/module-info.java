/** Samplers of the machine. */
module dev.sluice.monitoring.samplers.system {
  requires dev.sluice.monitoring;
  requires com.github.oshi.common;

  provides dev.sluice.monitoring.samplers.SamplerFactory with
      dev.sluice.monitoring.samplers.system.SystemSamplers;
}
