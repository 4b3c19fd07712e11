package dev.sluice.monitoring.records;

import dev.sluice.api.record.RecordType;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The record types that monitors and samplers record, see docs/record-types.md. */
public final class StandardTypes {
  private static final Map<String, RecordType> BY_NAME =
      Stream.of(
              AfterOperationFailedReader.TYPE,
              AfterOperationReader.TYPE,
              BeforeOperationReader.TYPE,
              ClassLoadingReader.TYPE,
              CompilationReader.TYPE,
              CpuUtilizationReader.TYPE,
              DiskUsageReader.TYPE,
              GarbageCollectionReader.TYPE,
              JvmHeapReader.TYPE,
              LoadAverageReader.TYPE,
              MemSwapUsageReader.TYPE,
              MetadataReader.TYPE,
              NetworkUtilizationReader.TYPE,
              OperationDurationReader.TYPE,
              OperationDurationAggregateReader.TYPE,
              OperationDurationHistogramReader.TYPE,
              OperationExecutionReader.TYPE,
              ThreadsStatusReader.TYPE,
              TraceMetadataReader.TYPE)
          .collect(Collectors.toMap(RecordType::name, type -> type));

  private StandardTypes() {}

  /** Returns the type of that name, without version, or null. */
  public static RecordType of(String name) {
    return BY_NAME.get(name);
  }
}
