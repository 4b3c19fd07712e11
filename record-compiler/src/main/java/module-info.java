/** The record compiler: an annotation processor, used while compiling and never at run time. */
module dev.sluice.compiler {
  requires dev.sluice.api;
  requires java.compiler;

  provides javax.annotation.processing.Processor with
      dev.sluice.compiler.MonitoringRecordProcessor;
}
