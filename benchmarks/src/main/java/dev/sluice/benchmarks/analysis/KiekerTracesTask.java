package dev.sluice.benchmarks.analysis;

import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.rate.Executions;
import java.util.ArrayList;
import java.util.List;
import kieker.analysis.AnalysisController;
import kieker.analysis.plugin.reader.list.ListReader;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.tools.trace.analysis.filter.AbstractTraceAnalysisFilter;
import kieker.tools.trace.analysis.filter.executionRecordTransformation.ExecutionRecordTransformationFilter;
import kieker.tools.trace.analysis.filter.traceReconstruction.TraceReconstructionFilter;
import kieker.tools.trace.analysis.systemModel.repository.SystemModelRepository;

/**
 * Kieker's trace reconstruction on the same executions, which are record objects in memory already:
 * nothing is read and nothing decoded, and no statistics are made.
 */
final class KiekerTracesTask implements OwnJvm.Task {
  /** Arguments: the label, executions, passes; the first half of the passes is the warm-up. */
  @Override
  public void run(List<String> arguments, Step.Recorder recorder) throws Exception {
    Cell cell = Cell.of("analysis", arguments.get(0));
    int executions = Integer.parseInt(arguments.get(1));
    int passes = Integer.parseInt(arguments.get(2));
    List<OperationExecutionRecord> records = new ArrayList<>(executions);
    Executions.made()
        .next(
            executions,
            (trace, tin, tout, ess) ->
                records.add(
                    new OperationExecutionRecord(
                        Executions.SIGNATURE,
                        OperationExecutionRecord.NO_SESSION_ID,
                        trace,
                        tin,
                        tout,
                        Executions.HOST,
                        ess,
                        ess)));
    double[] rates = new double[passes - passes / 2];
    for (int pass = 0; pass < passes; pass++) {
      long before = System.nanoTime();
      pass(records);
      long nanos = System.nanoTime() - before;
      if (pass >= passes / 2) {
        rates[pass - passes / 2] = executions * 1e3 / nanos;
      }
      recorder.progress(arguments.get(0), (pass + 1.0) / passes);
    }
    recorder.values(cell, AnalysisTask.RATE, rates);
  }

  // Kieker 2.0.2 has deprecated its controller and filters, and still analyses with them.
  @SuppressWarnings("deprecation")
  private static void pass(List<OperationExecutionRecord> records) throws Exception {
    AnalysisController controller = new AnalysisController();
    ListReader<OperationExecutionRecord> reader = new ListReader<>(new Configuration(), controller);
    reader.addAllObjects(records);
    SystemModelRepository model = new SystemModelRepository(new Configuration(), controller);
    ExecutionRecordTransformationFilter executions =
        new ExecutionRecordTransformationFilter(new Configuration(), controller);
    TraceReconstructionFilter traces =
        new TraceReconstructionFilter(new Configuration(), controller);
    String repository = AbstractTraceAnalysisFilter.REPOSITORY_PORT_NAME_SYSTEM_MODEL;
    controller.connect(executions, repository, model);
    controller.connect(traces, repository, model);
    controller.connect(
        reader,
        ListReader.OUTPUT_PORT_NAME,
        executions,
        ExecutionRecordTransformationFilter.INPUT_PORT_NAME_RECORDS);
    controller.connect(
        executions,
        ExecutionRecordTransformationFilter.OUTPUT_PORT_NAME_EXECUTIONS,
        traces,
        TraceReconstructionFilter.INPUT_PORT_NAME_EXECUTIONS);
    controller.run();
    int expected = records.size() / Executions.DEPTH;
    if (traces.getSuccessCount() != expected) {
      throw new IllegalStateException(
          traces.getSuccessCount() + " traces instead of " + expected + " in Kieker");
    }
  }
}
