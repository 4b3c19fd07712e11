package dev.sluice.benchmarks.calls.kieker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kieker.common.configuration.Configuration;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.monitoring.writer.AbstractMonitoringWriter;

/**
 * Throws every record away, as Kieker's own {@code DumpWriter} does, but counts the executions of
 * the monitored method; the count goes to a file in the end. Called by Kieker's writer thread.
 */
public final class CountingWriter extends AbstractMonitoringWriter {
  /** The system property that names the file. */
  public static final String FILE = "sluice.benchmark.count";

  /** How the signature of the monitored method ends. */
  public static final String METHOD = ".monitoredMethod(long,int)";

  private long executions;

  /** Called by Kieker. */
  public CountingWriter(Configuration configuration) {
    super(configuration);
  }

  @Override
  public void onStarting() {
    executions = 0;
  }

  @Override
  public void writeMonitoringRecord(IMonitoringRecord item) {
    if (isExecution(item)) {
      executions++;
    }
  }

  /** Whether a record is one of the monitored method: Kieker's agents take constructors along. */
  public static boolean isExecution(IMonitoringRecord item) {
    return item instanceof OperationExecutionRecord execution
        && execution.getOperationSignature().endsWith(METHOD);
  }

  @Override
  public void onTerminating() {
    try {
      Files.writeString(Path.of(System.getProperty(FILE)), Long.toString(executions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
