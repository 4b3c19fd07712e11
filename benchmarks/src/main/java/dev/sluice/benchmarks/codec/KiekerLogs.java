package dev.sluice.benchmarks.codec;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.TestBatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Reads text logs in Kieker's format into rows; the logging time stamp is a field of every record.
 * The sets are those that the bars of density name; {@code data} is the folder with all logs.
 */
final class KiekerLogs {
  private static final Map<String, RecordType> TYPES = new HashMap<>();

  static {
    String jvm = "timestamp T, hostname S, vmName S, ";
    type(
        "OperationExecutionRecord",
        "operation_execution",
        "operationSignature S, sessionId S, traceId J, tin T, tout T, hostname S, eoi I, ess I");
    type(
        "TraceMetadata",
        "trace_metadata",
        "traceId J, threadId J, sessionId S, hostname S, parentTraceId J, parentOrderId I");
    type(
        "BeforeOperationEvent",
        "before_operation",
        "timestamp T, traceId J, orderIndex I, operationSignature S, classSignature S");
    type(
        "AfterOperationEvent",
        "after_operation",
        "timestamp T, traceId J, orderIndex I, operationSignature S, classSignature S");
    type(
        "CPUUtilizationRecord",
        "cpu_utilization",
        "timestamp T, hostname S, cpuID S, user D, system D, wait D, nice D, irq D, totalUtilization D, idle D");
    type(
        "MemSwapUsageRecord",
        "mem_swap_usage",
        "timestamp T, hostname S, memTotal J, memUsed J, memFree J, swapTotal J, swapUsed J, swapFree J");
    type("GCRecord", "garbage_collection", jvm + "gcName S, collectionCount J, collectionTimeMS J");
    type(
        "ThreadsStatusRecord",
        "threads_status",
        jvm + "threadCount J, daemonThreadCount J, peakThreadCount J, totalStartedThreadCount J");
    type(
        "ClassLoadingRecord",
        "class_loading",
        jvm + "totalLoadedClassCount J, loadedClassCount I, unloadedClassCount J");
    type("CompilationRecord", "compilation", jvm + "jitCompilerName S, totalCompilationTimeMS J");
    type(
        "MemoryRecord",
        "jvm_heap",
        jvm
            + "heapMaxSizeBytes J, heapUsedBytes J, heapCommittedBytes J, heapInitBytes J, nonHeapMaxSizeBytes J, nonHeapUsedBytes J, nonHeapCommittedBytes J, nonHeapInitBytes J, objectPendingFinalizationCount I");
    type(
        "KiekerMetadataRecord",
        "metadata",
        "version S, controllerName S, hostname S, experimentId I, debugMode Z, timeOffset J, timeUnit S, numberOfRecords J");
  }

  private KiekerLogs() {}

  private static void type(String className, String name, String fields) {
    List<Field> list = new ArrayList<>();
    list.add(new Field("loggingTimestamp", FieldType.LONG, Field.Role.RECORD_TIME));
    for (String field : fields.split(", ")) {
      String[] parts = field.split(" ");
      list.add(field(parts[0], parts[1].charAt(0)));
    }
    TYPES.put(className, new RecordType("sluice." + name, 1, list));
  }

  private static Field field(String name, char code) {
    return switch (code) {
      case 'S' -> new Field(name, FieldType.STRING, Field.Role.SYMBOL);
      case 'T' -> new Field(name, FieldType.LONG, Field.Role.TIMESTAMP);
      case 'J' -> Field.of(name, FieldType.LONG);
      case 'I' -> Field.of(name, FieldType.INT);
      case 'D' -> Field.of(name, FieldType.DOUBLE);
      default -> Field.of(name, FieldType.BOOLEAN);
    };
  }

  private static TestBatch read(
      Path data, String fileName, boolean operationsOnly, String... folders) throws IOException {
    TestBatch batch = new TestBatch();
    for (String folder : folders) {
      read(data.resolve(folder), fileName, operationsOnly, batch);
    }
    return batch;
  }

  /** Adds the records of a folder's logs, or only its operation executions. */
  private static void read(Path folder, String fileName, boolean operationsOnly, TestBatch target)
      throws IOException {
    Map<String, String> classes = new HashMap<>();
    for (Path file : files(folder, "", ".map")) {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split("=");
        classes.put(parts[0], parts[1]);
      }
    }
    for (Path file : files(folder, fileName, ".dat")) {
      readFile(file, classes, operationsOnly, target);
    }
  }

  private static List<Path> files(Path folder, String start, String type) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files =
          all.filter(file -> file.getFileName().toString().startsWith(start))
              .filter(file -> file.getFileName().toString().contains(type))
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw new NoSuchFileException(folder.resolve(start + "*" + type).toString());
      }
      return files;
    }
  }

  private static void readFile(
      Path file, Map<String, String> classes, boolean operationsOnly, TestBatch target)
      throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(";", -1);
        String className = classes.getOrDefault(parts[0], "");
        RecordType type = TYPES.get(className.substring(className.lastIndexOf('.') + 1));
        if (type != null && (!operationsOnly || type.name().endsWith("operation_execution"))) {
          add(
              parts,
              className.equals("kieker.common.record.OperationExecutionRecord") ? 1 : 0,
              type,
              target);
        }
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(file + " is no log in Kieker's format: " + e.getMessage(), e);
    }
  }

  /** Older logs have an experiment id behind the time stamp. */
  private static void add(String[] parts, int extra, RecordType type, TestBatch target) {
    Object[] values = new Object[type.fields().size()];
    values[0] = Long.parseLong(parts[1]);
    for (int i = 1; i < values.length; i++) {
      String text = parts[i + 1 + extra];
      values[i] =
          switch (type.fields().get(i).type()) {
            case LONG -> Long.parseLong(text);
            case INT -> Integer.parseInt(text);
            case DOUBLE -> Double.parseDouble(text);
            case BOOLEAN -> Boolean.parseBoolean(text);
            // One object per text, as a probe has them.
            default -> text.intern();
          };
    }
    target.add(type, values);
  }

  /** The set MOO-F: minimal probe, 65 536 operation executions. */
  static TestBatch mooF(Path data) throws IOException {
    return read(data, "minimal-65536-1ns", true, "moobench-minimal-probe-oer");
  }

  /** The set MOO-K: Kieker's probe, 65 536 operation executions. */
  static TestBatch mooK(Path data) throws IOException {
    return read(data, "kieker-65536-1ns", true, "moobench-kieker-2.0.2-oer");
  }

  /** The set REAL-OER: all operation executions of real logs. */
  static TestBatch realOer(Path data) throws IOException {
    return read(
        data,
        "",
        true,
        "bookstore-2010-oer",
        "jpetstore-2015-mixed",
        "kieker-self-2017-mixed",
        "distributed-333-traces-2010-oer",
        "jpetstore-2010-oer",
        "operation-executions-2014");
  }

  /** The set REAL-MIX: the records of all types of real logs. */
  static TestBatch realMix(Path data) throws IOException {
    return read(
        data,
        "",
        false,
        "kieker-self-2017-mixed",
        "jpetstore-2015-mixed",
        "events-2017-throughput",
        "events-2014");
  }
}
