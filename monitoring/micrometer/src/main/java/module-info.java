/** The figures of monitors for Micrometer. */
module dev.sluice.monitoring.micrometer {
  requires transitive dev.sluice.monitoring;
  requires transitive micrometer.core;

  exports dev.sluice.monitoring.micrometer;
}
