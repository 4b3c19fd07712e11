/** The figures of monitors for Micrometer, and its observations as records. */
module dev.sluice.monitoring.micrometer {
  requires transitive dev.sluice.monitoring;
  requires transitive micrometer.core;
  requires transitive micrometer.observation;
  requires micrometer.commons;
  requires static transitive context.propagation;

  exports dev.sluice.monitoring.micrometer;

  provides io.micrometer.context.ThreadLocalAccessor with
      dev.sluice.monitoring.micrometer.TracePlaceAccessor;
}
