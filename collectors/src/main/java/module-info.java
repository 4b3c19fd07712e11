/** The application's side of Sluice: ring of stripes, pump, chunking collector. */
@SuppressWarnings("module") // The monitoring module is compiled later.
module dev.sluice.collectors {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;
  requires java.management;

  exports dev.sluice.collectors;
  exports dev.sluice.collectors.chunking;
  exports dev.sluice.collectors.threads to
      dev.sluice.monitoring;
}
