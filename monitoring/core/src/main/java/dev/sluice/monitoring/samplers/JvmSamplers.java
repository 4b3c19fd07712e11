package dev.sluice.monitoring.samplers;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.ClassLoadingWriter;
import dev.sluice.monitoring.records.CompilationWriter;
import dev.sluice.monitoring.records.GarbageCollectionWriter;
import dev.sluice.monitoring.records.JvmHeapWriter;
import dev.sluice.monitoring.records.ThreadsStatusWriter;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.util.List;

/** Samplers of the Java VM, on its platform MXBeans. */
final class JvmSamplers implements SamplerFactory {
  @Override
  public String group() {
    return "jvm";
  }

  @Override
  public List<String> names() {
    return List.of("heap", "gc", "classes", "compilation", "threads");
  }

  @Override
  public Runnable newSampler(String name, SamplerTarget target) {
    RowSink sink = target.sink();
    Symbol host = sink.symbol(target.hostname());
    Symbol vm = sink.symbol(ManagementFactory.getRuntimeMXBean().getName());
    return switch (name) {
      case "heap" -> heap(sink, host, vm);
      case "gc" -> gc(sink, host, vm);
      case "classes" -> classes(sink, host, vm);
      case "compilation" -> compilation(sink, host, vm);
      case "threads" -> threads(sink, host, vm);
      default -> throw new IllegalArgumentException("no sampler '" + name + "'");
    };
  }

  private static Runnable heap(RowSink sink, Symbol host, Symbol vm) {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    JvmHeapWriter writer = JvmHeapWriter.create(sink);
    return () -> {
      MemoryUsage heap = memory.getHeapMemoryUsage();
      MemoryUsage other = memory.getNonHeapMemoryUsage();
      writer.emit(
          System.nanoTime(),
          host,
          vm,
          heap.getMax(),
          heap.getUsed(),
          heap.getCommitted(),
          heap.getInit(),
          other.getMax(),
          other.getUsed(),
          other.getCommitted(),
          other.getInit(),
          memory.getObjectPendingFinalizationCount());
    };
  }

  private static Runnable gc(RowSink sink, Symbol host, Symbol vm) {
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    List<Symbol> names =
        collectors.stream().map(collector -> sink.symbol(collector.getName())).toList();
    GarbageCollectionWriter writer = GarbageCollectionWriter.create(sink);
    return () -> {
      for (int i = 0; i < names.size(); i++) {
        GarbageCollectorMXBean collector = collectors.get(i);
        writer.emit(
            System.nanoTime(),
            host,
            vm,
            names.get(i),
            collector.getCollectionCount(),
            collector.getCollectionTime());
      }
    };
  }

  private static Runnable classes(RowSink sink, Symbol host, Symbol vm) {
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    ClassLoadingWriter writer = ClassLoadingWriter.create(sink);
    return () ->
        writer.emit(
            System.nanoTime(),
            host,
            vm,
            classes.getTotalLoadedClassCount(),
            classes.getLoadedClassCount(),
            classes.getUnloadedClassCount());
  }

  /**
   * Returns a sampler of the compiler, which records nothing on a VM without a compiler, or one
   * that does not report its time.
   */
  private static Runnable compilation(RowSink sink, Symbol host, Symbol vm) {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler == null || !compiler.isCompilationTimeMonitoringSupported()) {
      return () -> {};
    }
    Symbol name = sink.symbol(compiler.getName());
    CompilationWriter writer = CompilationWriter.create(sink);
    return () -> writer.emit(System.nanoTime(), host, vm, name, compiler.getTotalCompilationTime());
  }

  private static Runnable threads(RowSink sink, Symbol host, Symbol vm) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ThreadsStatusWriter writer = ThreadsStatusWriter.create(sink);
    return () ->
        writer.emit(
            System.nanoTime(),
            host,
            vm,
            threads.getThreadCount(),
            threads.getDaemonThreadCount(),
            threads.getPeakThreadCount(),
            threads.getTotalStartedThreadCount());
  }
}
