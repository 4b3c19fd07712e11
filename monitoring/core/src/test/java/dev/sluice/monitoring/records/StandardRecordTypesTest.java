package dev.sluice.monitoring.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldMapping;
import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import dev.sluice.testkit.SampleRecords;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schemas of the standard record types are settled: stored chunks and other programs rely on
 * them.
 */
class StandardRecordTypesTest {
  /** HotSpot inlines no hot method with more bytecode than this (FreqInlineSize). */
  private static final int INLINE_LIMIT = 325;

  private static final Pattern OFFSET = Pattern.compile("(?m)^ +(\\d+): ");

  static Stream<RecordReader<?>> readers() {
    return Stream.of(
        AfterOperationFailedReader.create(),
        AfterOperationReader.create(),
        BeforeOperationReader.create(),
        ClassLoadingReader.create(),
        CompilationReader.create(),
        CpuUtilizationReader.create(),
        DiskUsageReader.create(),
        GarbageCollectionReader.create(),
        JvmHeapReader.create(),
        LoadAverageReader.create(),
        MemSwapUsageReader.create(),
        MetadataReader.create(),
        NetworkUtilizationReader.create(),
        OperationDurationAggregateReader.create(),
        OperationDurationHistogramReader.create(),
        OperationDurationReader.create(),
        OperationExecutionReader.create(),
        ThreadsStatusReader.create(),
        TraceMetadataReader.create());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "sluice.after_operation_failed.1 = timestamp! traceId:long orderIndex:int operationSignature$"
            + " classSignature$ cause:string",
        "sluice.after_operation.1 = timestamp! traceId:long orderIndex:int operationSignature$ classSignature$",
        "sluice.before_operation.1 = timestamp! traceId:long orderIndex:int operationSignature$ classSignature$",
        "sluice.class_loading.1 = timestamp! hostname$ vmName$ totalLoadedClassCount:long loadedClassCount:int"
            + " unloadedClassCount:long",
        "sluice.compilation.1 = timestamp! hostname$ vmName$ jitCompilerName$ totalCompilationTimeMS:long",
        "sluice.cpu_utilization.1 = timestamp! hostname$ cpuID$ user:double system:double wait:double"
            + " nice:double irq:double totalUtilization:double idle:double",
        "sluice.disk_usage.1 = timestamp! hostname$ deviceName$ queueLength:long readsPerSecond:double"
            + " readBytesPerSecond:double writesPerSecond:double writeBytesPerSecond:double busy:double",
        "sluice.garbage_collection.1 = timestamp! hostname$ vmName$ gcName$ collectionCount:long"
            + " collectionTimeMS:long",
        "sluice.jvm_heap.1 = timestamp! hostname$ vmName$ heapMaxSizeBytes:long heapUsedBytes:long"
            + " heapCommittedBytes:long heapInitBytes:long nonHeapMaxSizeBytes:long nonHeapUsedBytes:long"
            + " nonHeapCommittedBytes:long nonHeapInitBytes:long objectPendingFinalizationCount:int",
        "sluice.load_average.1 = timestamp! hostname$ oneMinLoadAverage:double fiveMinLoadAverage:double"
            + " fifteenMinLoadAverage:double",
        "sluice.mem_swap_usage.1 = timestamp! hostname$ memTotal:long memUsed:long memFree:long swapTotal:long"
            + " swapUsed:long swapFree:long",
        "sluice.metadata.1 = timestamp! version:string controllerName:string hostname$ experimentId:int"
            + " debugMode:boolean timeOffset:long timeUnit:string numberOfRecords:long",
        "sluice.network_utilization.1 = timestamp! hostname$ interfaceName$ speed:long"
            + " receivedBytesPerSecond:double receivedPacketsPerSecond:double receiveErrorsPerSecond:double"
            + " receiveDropsPerSecond:double sentBytesPerSecond:double sentPacketsPerSecond:double"
            + " sendErrorsPerSecond:double",
        "sluice.operation_duration_aggregate.1 = timestamp! operationSignature$ intervalStart@ count:long"
            + " sum:long min:long max:long exceptions:long",
        "sluice.operation_duration_histogram.1 = timestamp! operationSignature$ intervalStart@ count:long"
            + " sum:long min:long max:long exceptions:long histogram:bytes",
        "sluice.operation_duration.1 = timestamp! operationSignature$ duration:long exception:boolean",
        "sluice.operation_execution.1 = operationSignature$ sessionId$ traceId:long tin@ tout! hostname$ eoi:int"
            + " ess:int exception:boolean",
        "sluice.threads_status.1 = timestamp! hostname$ vmName$ threadCount:long daemonThreadCount:long"
            + " peakThreadCount:long totalStartedThreadCount:long",
        "sluice.trace_metadata.1 = timestamp! traceId:long threadId:long sessionId$ hostname$ parentTraceId:long"
            + " parentOrderId:int parentStackDepth:int",
      })
  void the_schema_is_as_agreed(String name, String fields) {
    List<RecordType> types =
        readers()
            .<RecordType>map(RecordReader::type)
            .filter(type -> type.qualifiedName().equals(name))
            .toList();
    assertThat(types)
        .singleElement()
        .extracting(
            type ->
                type.fields().stream()
                    .map(StandardRecordTypesTest::print)
                    .collect(Collectors.joining(" ")))
        .isEqualTo(fields);
  }

  /** A name and {@code !} for the record time, {@code @} for an instant, {@code $} for a symbol. */
  private static String print(Field field) {
    return field.name()
        + switch (field.role()) {
          case RECORD_TIME -> "!";
          case TIMESTAMP -> "@";
          case SYMBOL -> "$";
          case PLAIN -> ":" + field.type().name().toLowerCase(Locale.ROOT);
        };
  }

  @ParameterizedTest
  @MethodSource("readers")
  void the_type_is_called_as_its_class_in_snake_case(RecordReader<?> reader) {
    String snake =
        reader
            .recordClass()
            .getSimpleName()
            .replaceAll("(?<!^)([A-Z])", "_$1")
            .toLowerCase(Locale.ROOT);
    MonitoringRecord annotation = reader.recordClass().getAnnotation(MonitoringRecord.class);
    assertThat(reader.type().name()).isEqualTo("sluice." + snake).isEqualTo(annotation.name());
  }

  /** Types all whose texts are symbols and that hold no bytes; the three others are rare. */
  static Stream<RecordReader<?>> frequent() {
    return readers()
        .filter(
            reader ->
                reader.type().fields().stream()
                    .map(StandardRecordTypesTest::print)
                    .noneMatch(field -> field.endsWith(":string") || field.endsWith(":bytes")));
  }

  @ParameterizedTest
  @MethodSource("frequent")
  void emit_is_short_enough_to_be_inlined(RecordReader<?> reader) {
    StringWriter code = new StringWriter();
    PrintWriter out = new PrintWriter(code);
    String writer = reader.recordClass().getName() + "Writer";
    ToolProvider.findFirst("javap")
        .orElseThrow()
        .run(out, out, "-c", "-cp", System.getProperty("java.class.path"), writer);
    List<String> methods =
        Stream.of(code.toString().split("\n\n")).filter(text -> text.contains(" emit(")).toList();
    assertThat(methods).hasSize(2);
    assertThat(methods).allSatisfy(text -> assertThat(length(text)).isBetween(1, INLINE_LIMIT));
  }

  private static int length(String method) {
    String last =
        OFFSET.matcher(method).results().map(MatchResult::group).reduce((a, b) -> b).get();
    return Integer.parseInt(last.replaceAll("\\D", ""));
  }

  @Test
  void executions_from_before_exceptions_were_recorded_are_read_and_new_ones_by_older_readers()
      throws Exception {
    RecordType older = SampleRecords.OPERATION;
    assertThat(older.fields()).hasSize(OperationExecutionReader.TYPE.fields().size() - 1);
    Serializer serializer =
        Plugins.find(Serializer.class, Serializer::name, "binary", "serializer");
    RecordingRawWriter writer = new RecordingRawWriter();
    ChunkingCollector collector = ChunkingCollector.builder(writer, serializer).build();
    OperationExecutionWriter.create(collector.rows()).emit(null, null, 1, 2, 3, null, 4, 5, true);
    collector.close(Duration.ofSeconds(5));
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);

    RecordCursor cursor = decoder.decode(writer.chunks().get(0));
    assertThat(cursor.next()).isTrue();
    assertThat(OperationExecutionReader.create().read(cursor).exception()).isTrue();
    FieldMapping byOlder = FieldMapping.of(older, cursor.type());
    assertThat(cursor.longValue(byOlder.index(older.indexOf("ess")))).isEqualTo(5);

    FieldMapping ofOlder = FieldMapping.of(OperationExecutionReader.TYPE, older);
    assertThat(ofOlder.index(OperationExecutionReader.TYPE.indexOf("exception"))).isNegative();
  }
}
