/**
 * The application side of monitoring: facade, trace context, manual probes, standard record types.
 */
@SuppressWarnings("module") // tools are built later
module dev.sluice.monitoring {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;
  requires dev.sluice.collectors;
  requires java.management;
  requires static jdk.jfr; // a VM may be without

  exports dev.sluice.monitoring;
  exports dev.sluice.monitoring.config;
  exports dev.sluice.monitoring.http to
      dev.sluice.tools;
  exports dev.sluice.monitoring.metrics;
  exports dev.sluice.monitoring.probe;
  exports dev.sluice.monitoring.records;
  exports dev.sluice.monitoring.samplers;

  uses dev.sluice.api.spi.RawWriterFactory;
  uses dev.sluice.api.spi.Serializer;
  uses dev.sluice.monitoring.samplers.SamplerFactory;

  exports dev.sluice.monitoring.select;
  exports dev.sluice.monitoring.switches;

  uses dev.sluice.monitoring.probe.DurationHistogram.Provider;
}
