package dev.sluice.tools.convert;

import dev.sluice.api.record.RecordType;
import dev.sluice.monitoring.records.AfterOperationFailedReader;
import dev.sluice.monitoring.records.AfterOperationReader;
import dev.sluice.monitoring.records.BeforeOperationReader;
import dev.sluice.monitoring.records.ClassLoadingReader;
import dev.sluice.monitoring.records.CompilationReader;
import dev.sluice.monitoring.records.CpuUtilizationReader;
import dev.sluice.monitoring.records.DiskUsageReader;
import dev.sluice.monitoring.records.GarbageCollectionReader;
import dev.sluice.monitoring.records.JvmHeapReader;
import dev.sluice.monitoring.records.LoadAverageReader;
import dev.sluice.monitoring.records.MemSwapUsageReader;
import dev.sluice.monitoring.records.MetadataReader;
import dev.sluice.monitoring.records.NetworkUtilizationReader;
import dev.sluice.monitoring.records.OperationDurationAggregateReader;
import dev.sluice.monitoring.records.OperationDurationHistogramReader;
import dev.sluice.monitoring.records.OperationDurationReader;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.monitoring.records.ThreadsStatusReader;
import dev.sluice.monitoring.records.TraceMetadataReader;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The record types that monitors and samplers record, see docs/record-types.md. */
final class OurTypes {
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

  private OurTypes() {}

  /** The type of that name, without version, or null. */
  static RecordType of(String name) {
    return BY_NAME.get(name);
  }
}
