/** The consumer's side of Sluice: chunks in, records out, with audit, quarantine and positions. */
module dev.sluice.streams {
  requires transitive dev.sluice.api;
  requires dev.sluice.support;

  exports dev.sluice.streams;
}
