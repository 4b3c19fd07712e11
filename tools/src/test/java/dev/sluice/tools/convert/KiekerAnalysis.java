package dev.sluice.tools.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kieker.analysis.AnalysisController;
import kieker.analysis.plugin.AbstractPlugin;
import kieker.analysis.plugin.filter.flow.EventRecordTraceReconstructionFilter;
import kieker.analysis.plugin.filter.forward.ListCollectionFilter;
import kieker.analysis.plugin.reader.filesystem.FSReader;
import kieker.common.configuration.Configuration;
import kieker.tools.trace.analysis.filter.AbstractTraceAnalysisFilter;
import kieker.tools.trace.analysis.filter.executionRecordTransformation.ExecutionRecordTransformationFilter;
import kieker.tools.trace.analysis.filter.flow.TraceEventRecords2ExecutionAndMessageTraceFilter;
import kieker.tools.trace.analysis.filter.traceReconstruction.TraceReconstructionFilter;
import kieker.tools.trace.analysis.systemModel.repository.SystemModelRepository;

/**
 * What Kieker's trace analysis finds in a log. Kieker 2.0.2 has deprecated it, and has it still.
 */
@SuppressWarnings("deprecation")
final class KiekerAnalysis {
  private final AnalysisController controller = new AnalysisController();
  private final SystemModelRepository model =
      new SystemModelRepository(new Configuration(), controller);
  private final ListCollectionFilter<Object> valid = list();
  private final ListCollectionFilter<Object> invalid = list();

  private ListCollectionFilter<Object> list() {
    return new ListCollectionFilter<>(new Configuration(), controller);
  }

  /** The traces, each as text, also those that Kieker cannot make sense of. */
  static List<String> traces(Path log) throws Exception {
    KiekerAnalysis analysis = new KiekerAnalysis();
    analysis.run(log);
    return Stream.concat(
            analysis.valid.getList().stream().map(Object::toString),
            analysis.invalid.getList().stream().map(trace -> "invalid " + trace))
        .sorted()
        .toList();
  }

  private void run(Path log) throws Exception {
    Configuration input = new Configuration();
    input.setProperty(FSReader.CONFIG_PROPERTY_NAME_INPUTDIRS, log.toString());
    FSReader reader = new FSReader(input, controller);
    ofExecutions(reader);
    ofEvents(reader);
    controller.run();
  }

  private void ofExecutions(FSReader reader) throws Exception {
    ExecutionRecordTransformationFilter executions =
        new ExecutionRecordTransformationFilter(new Configuration(), controller);
    TraceReconstructionFilter traces =
        new TraceReconstructionFilter(new Configuration(), controller);
    connectModel(executions, traces);
    controller.connect(
        reader,
        FSReader.OUTPUT_PORT_NAME_RECORDS,
        executions,
        ExecutionRecordTransformationFilter.INPUT_PORT_NAME_RECORDS);
    controller.connect(
        executions,
        ExecutionRecordTransformationFilter.OUTPUT_PORT_NAME_EXECUTIONS,
        traces,
        TraceReconstructionFilter.INPUT_PORT_NAME_EXECUTIONS);
    collect(traces, TraceReconstructionFilter.OUTPUT_PORT_NAME_MESSAGE_TRACE, valid);
    collect(traces, TraceReconstructionFilter.OUTPUT_PORT_NAME_EXECUTION_TRACE, valid);
    collect(traces, TraceReconstructionFilter.OUTPUT_PORT_NAME_INVALID_EXECUTION_TRACE, invalid);
  }

  private void ofEvents(FSReader reader) throws Exception {
    EventRecordTraceReconstructionFilter events =
        new EventRecordTraceReconstructionFilter(new Configuration(), controller);
    TraceEventRecords2ExecutionAndMessageTraceFilter traces =
        new TraceEventRecords2ExecutionAndMessageTraceFilter(new Configuration(), controller);
    connectModel(traces);
    controller.connect(
        reader,
        FSReader.OUTPUT_PORT_NAME_RECORDS,
        events,
        EventRecordTraceReconstructionFilter.INPUT_PORT_NAME_TRACE_RECORDS);
    controller.connect(
        events,
        EventRecordTraceReconstructionFilter.OUTPUT_PORT_NAME_TRACE_VALID,
        traces,
        TraceEventRecords2ExecutionAndMessageTraceFilter.INPUT_PORT_NAME_EVENT_TRACE);
    collect(events, EventRecordTraceReconstructionFilter.OUTPUT_PORT_NAME_TRACE_INVALID, invalid);
    for (String port :
        List.of(
            TraceEventRecords2ExecutionAndMessageTraceFilter.OUTPUT_PORT_NAME_MESSAGE_TRACE,
            TraceEventRecords2ExecutionAndMessageTraceFilter.OUTPUT_PORT_NAME_EXECUTION_TRACE)) {
      collect(traces, port, valid);
    }
    collect(
        traces,
        TraceEventRecords2ExecutionAndMessageTraceFilter.OUTPUT_PORT_NAME_INVALID_EXECUTION_TRACE,
        invalid);
  }

  private void connectModel(AbstractTraceAnalysisFilter... filters) {
    Stream.of(filters)
        .forEach(
            filter -> {
              try {
                controller.connect(
                    filter, AbstractTraceAnalysisFilter.REPOSITORY_PORT_NAME_SYSTEM_MODEL, model);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
  }

  private void collect(AbstractPlugin from, String port, ListCollectionFilter<Object> to)
      throws Exception {
    controller.connect(from, port, to, ListCollectionFilter.INPUT_PORT_NAME);
  }
}
