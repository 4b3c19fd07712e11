/** Chunks in, records out, with audit, quarantine and position. */
module dev.sluice.streams {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;

  exports dev.sluice.streams;
}
