/** Instrumentation of source code. */
module dev.sluice.source {
  requires transitive dev.sluice.monitoring;
  requires com.github.javaparser.core;

  exports dev.sluice.source;
}
