package dev.sluice.benchmarks.codec;

import kieker.common.record.IMonitoringRecord;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.flow.trace.TraceMetadata;
import kieker.common.record.flow.trace.operation.AbstractOperationEvent;
import kieker.common.record.jvm.AbstractJVMRecord;
import kieker.common.record.jvm.ClassLoadingRecord;
import kieker.common.record.jvm.CompilationRecord;
import kieker.common.record.jvm.GCRecord;
import kieker.common.record.jvm.MemoryRecord;
import kieker.common.record.jvm.ThreadsStatusRecord;
import kieker.common.record.misc.KiekerMetadataRecord;
import kieker.common.record.system.CPUUtilizationRecord;
import kieker.common.record.system.MemSwapUsageRecord;

/** Visits every field of Kieker's records through their getters, frequent types first. */
final class KiekerVisits {
  private KiekerVisits() {}

  static long visit(IMonitoringRecord record) {
    long sum = record.getLoggingTimestamp();
    if (record instanceof OperationExecutionRecord r) {
      return sum + operationExecution(r);
    }
    if (record instanceof AbstractOperationEvent r) {
      return sum + operationEvent(r);
    }
    if (record instanceof AbstractJVMRecord r) {
      return sum + r.getTimestamp() + text(r.getHostname()) + text(r.getVmName()) + vm(r);
    }
    return sum + rare(record);
  }

  private static long operationExecution(OperationExecutionRecord r) {
    return text(r.getOperationSignature())
        + text(r.getSessionId())
        + r.getTraceId()
        + r.getTin()
        + r.getTout()
        + text(r.getHostname())
        + r.getEoi()
        + r.getEss();
  }

  private static long operationEvent(AbstractOperationEvent r) {
    return r.getTimestamp()
        + r.getTraceId()
        + r.getOrderIndex()
        + text(r.getOperationSignature())
        + text(r.getClassSignature());
  }

  private static long vm(AbstractJVMRecord record) {
    if (record instanceof GCRecord r) {
      return text(r.getGcName()) + r.getCollectionCount() + r.getCollectionTimeMS();
    }
    if (record instanceof ThreadsStatusRecord r) {
      return r.getThreadCount()
          + r.getDaemonThreadCount()
          + r.getPeakThreadCount()
          + r.getTotalStartedThreadCount();
    }
    if (record instanceof ClassLoadingRecord r) {
      return r.getTotalLoadedClassCount() + r.getLoadedClassCount() + r.getUnloadedClassCount();
    }
    if (record instanceof CompilationRecord r) {
      return text(r.getJitCompilerName()) + r.getTotalCompilationTimeMS();
    }
    return memory((MemoryRecord) record);
  }

  private static long memory(MemoryRecord r) {
    return r.getHeapMaxBytes()
        + r.getHeapUsedBytes()
        + r.getHeapCommittedBytes()
        + r.getHeapInitBytes()
        + r.getNonHeapMaxBytes()
        + r.getNonHeapUsedBytes()
        + r.getNonHeapCommittedBytes()
        + r.getNonHeapInitBytes()
        + r.getObjectPendingFinalizationCount();
  }

  private static long rare(IMonitoringRecord record) {
    if (record instanceof CPUUtilizationRecord r) {
      return cpuUtilization(r);
    }
    if (record instanceof TraceMetadata r) {
      return traceMetadata(r);
    }
    if (record instanceof MemSwapUsageRecord r) {
      return memSwapUsage(r);
    }
    return metadata((KiekerMetadataRecord) record);
  }

  private static long cpuUtilization(CPUUtilizationRecord r) {
    return r.getTimestamp()
        + text(r.getHostname())
        + text(r.getCpuID())
        + bits(r.getUser())
        + bits(r.getSystem())
        + bits(r.getWait())
        + bits(r.getNice())
        + bits(r.getIrq())
        + bits(r.getTotalUtilization())
        + bits(r.getIdle());
  }

  private static long traceMetadata(TraceMetadata r) {
    return r.getTraceId()
        + r.getThreadId()
        + text(r.getSessionId())
        + text(r.getHostname())
        + r.getParentTraceId()
        + r.getParentOrderId();
  }

  private static long memSwapUsage(MemSwapUsageRecord r) {
    return r.getTimestamp()
        + text(r.getHostname())
        + r.getMemTotal()
        + r.getMemUsed()
        + r.getMemFree()
        + r.getSwapTotal()
        + r.getSwapUsed()
        + r.getSwapFree();
  }

  private static long metadata(KiekerMetadataRecord r) {
    return text(r.getVersion())
        + text(r.getControllerName())
        + text(r.getHostname())
        + r.getExperimentId()
        + (r.isDebugMode() ? 1 : 0)
        + r.getTimeOffset()
        + text(r.getTimeUnit())
        + r.getNumberOfRecords();
  }

  private static long text(String value) {
    return value == null ? 1 : 0;
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
