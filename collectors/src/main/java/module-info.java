/** Application side of Sluice: ring of stripes, pump, chunking collector. */
module dev.sluice.collectors {
  requires transitive dev.sluice.api;
  requires org.jctools.core.jdk11;

  exports dev.sluice.collectors;
}
