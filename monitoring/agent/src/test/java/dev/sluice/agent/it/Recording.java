package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.support.Plugins;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What the file sink of one program holds. */
public final class Recording {
  private static final Set<String> DETAILS =
      Set.of("sluice.http_request", "sluice.sql_statement", "sluice.kafka_messages");

  private final List<Execution> executions = new ArrayList<>();
  private final Map<Long, long[]> origins = new TreeMap<>();
  private final Map<String, Long> aggregated = new TreeMap<>();
  private final Map<String, Long> aggregatedExceptions = new TreeMap<>();
  private final List<String> others = new ArrayList<>();
  private final Map<String, Long> remoteParents = new TreeMap<>();
  private final Map<String, Long> remoteLinks = new TreeMap<>();
  private final Map<String, Long> remoteCalls = new TreeMap<>();
  private final Map<String, List<String>> details = new TreeMap<>();
  private final boolean strict;
  private Accounting last;
  private final Set<Long> announced = new HashSet<>();

  private Recording(boolean strict) {
    this.strict = strict;
  }

  /** Of a program of which nothing but executions is recorded. */
  public static Recording of(Path directory) throws Exception {
    return read(directory, new Recording(true));
  }

  /** Of any program. */
  public static Recording ofAll(Path directory) throws Exception {
    return read(directory, new Recording(false));
  }

  private static Recording read(Path directory, Recording recording) throws Exception {
    List<Path> files;
    try (Stream<Path> list = Files.list(directory)) {
      files = list.sorted().toList();
    }
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      int at = 0;
      while (at < bytes.length) {
        int length = ChunkLayout.claimedLength(bytes, at, ChunkLayout.MAX_CHUNK_BYTES);
        recording.add(ChunkLayout.parse(bytes, at, length));
        at += length;
      }
    }
    return recording;
  }

  private void add(Chunk chunk) throws Exception {
    last = chunk.accounting();
    String id = Integer.toString(chunk.header().serializerId());
    RecordCursor cursor =
        Plugins.find(Deserializer.class, d -> Integer.toString(d.id()), id, "serializer id")
            .newDecoder(DecodeLimits.FORMAT)
            .decode(chunk);
    while (cursor.next()) {
      if (cursor.type().name().equals("sluice.metadata")) {
        // Not necessarily in the first chunk: other threads may be quicker than its own.
        assertThat(announced.add(last.producerId())).isTrue();
        continue;
      }
      if (cursor.type().name().startsWith("sluice.remote_")) {
        boolean isCall = cursor.type().name().equals("sluice.remote_call");
        String span = "%016x".formatted(cursor.longValue(index(cursor, "spanId")));
        long trace = cursor.longValue(index(cursor, "traceId"));
        boolean isLink = !isCall && cursor.longValue(index(cursor, "link")) != 0;
        Map<String, Long> of = isCall ? remoteCalls : isLink ? remoteLinks : remoteParents;
        assertThat(of.put(span, trace)).isNull();
        continue;
      }
      if (DETAILS.contains(cursor.type().name())) {
        details.computeIfAbsent(place(cursor), absent -> new ArrayList<>()).add(detail(cursor));
        continue;
      }
      if (!strict && !cursor.type().name().equals("sluice.operation_execution")) {
        int signature = index(cursor, "operationSignature");
        String type = cursor.type().name().substring("sluice.".length());
        others.add(signature < 0 ? type : type + " " + cursor.text(signature));
        continue;
      }
      if (cursor.type().qualifiedName().equals("sluice.trace_metadata.1")) {
        long trace = cursor.longValue(index(cursor, "traceId"));
        long parent = cursor.longValue(index(cursor, "parentTraceId"));
        assertThat(parent).isNotEqualTo(trace);
        long order = cursor.longValue(index(cursor, "parentOrderId"));
        assertThat(origins.put(trace, new long[] {parent, order})).isNull();
        continue;
      }
      if (cursor.type().name().startsWith("sluice.operation_duration_")) {
        addAggregate(cursor);
        continue;
      }
      assertThat(cursor.type().qualifiedName()).isEqualTo("sluice.operation_execution.1");
      assertThat(cursor.text(index(cursor, "sessionId"))).isNull();
      assertThat(cursor.text(index(cursor, "hostname"))).isNotBlank();
      executions.add(
          new Execution(
              cursor.text(index(cursor, "operationSignature")),
              cursor.longValue(index(cursor, "traceId")),
              cursor.longValue(index(cursor, "tin")),
              cursor.longValue(index(cursor, "tout")),
              (int) cursor.longValue(index(cursor, "eoi")),
              (int) cursor.longValue(index(cursor, "ess")),
              cursor.longValue(index(cursor, "exception")) != 0));
    }
  }

  private static String place(RecordCursor cursor) {
    return cursor.longValue(index(cursor, "traceId"))
        + "."
        + cursor.longValue(index(cursor, "orderIndex"));
  }

  /** The fields behind those that tell the execution. */
  private static String detail(RecordCursor cursor) throws Exception {
    List<String> fields = new ArrayList<>();
    for (int i = index(cursor, "orderIndex") + 1; i < cursor.type().fields().size(); i++) {
      boolean isText = cursor.type().fields().get(i).type() == FieldType.STRING;
      fields.add(isText ? cursor.text(i) : Long.toString(cursor.longValue(i)));
    }
    return String.join(",", fields);
  }

  /**
   * The executions that a preset tells more about, in the order of their end: the operation, !
   * where it failed, and in brackets each record.
   */
  public List<String> detailed() {
    List<String> all = new ArrayList<>();
    for (Execution execution : executions) {
      List<String> found = details.get(execution.trace() + "." + execution.eoi());
      if (found != null) {
        all.add(execution.signature() + (execution.exception() ? " !" : "") + " " + found);
      }
    }
    return all;
  }

  private void addAggregate(RecordCursor cursor) throws Exception {
    long count = cursor.longValue(index(cursor, "count"));
    long exceptions = cursor.longValue(index(cursor, "exceptions"));
    String signature = cursor.text(index(cursor, "operationSignature"));
    aggregated.merge(signature, count, Long::sum);
    if (exceptions > 0) {
      aggregatedExceptions.merge(signature, exceptions, Long::sum);
    }
    int histogram = index(cursor, "histogram");
    if (histogram >= 0) {
      ByteBuffer bytes = ByteBuffer.wrap(cursor.bytes(histogram));
      assertThat(Histogram.decodeFromByteBuffer(bytes, 0).getTotalCount()).isEqualTo(count);
    }
  }

  /** How many executions the aggregates tell of, by signature. */
  public Map<String, Long> aggregated() {
    return aggregated;
  }

  /** How many of them ended with an exception, where there are some. */
  public Map<String, Long> aggregatedExceptions() {
    return aggregatedExceptions;
  }

  private static int index(RecordCursor cursor, String field) {
    return cursor.type().indexOf(field);
  }

  public List<Execution> executions() {
    return executions;
  }

  /** How many traces were started by another. */
  public int startedTraces() {
    return origins.size();
  }

  /** The traces that were started by this one. */
  public Stream<Long> startedBy(long trace) {
    return origins.entrySet().stream()
        .filter(origin -> origin.getValue()[0] == trace)
        .map(Map.Entry::getKey);
  }

  /** Type and signature of records that are no executions, in their order. */
  public List<String> others() {
    return others;
  }

  /** The traces that work for calls of other processes, by the calls' span ids. */
  public Map<String, Long> remoteParents() {
    return remoteParents;
  }

  /** The traces that work for several messages, by the span ids of their sending. */
  public Map<String, Long> remoteLinks() {
    return remoteLinks;
  }

  /** The traces that called other processes, by the same ids. */
  public Map<String, Long> remoteCalls() {
    return remoteCalls;
  }

  /** The last chunk's accounting: the end flag, and all that was emitted and dropped. */
  public Accounting last() {
    return last;
  }

  /** A line a trace: its first method, and the first method of the trace that it is linked to. */
  public List<String> links() {
    Map<Long, String> roots = new TreeMap<>();
    for (Execution execution : executions) {
      if (execution.ess() == 0) {
        String method = execution.method();
        roots.put(execution.trace(), method.substring(method.indexOf('.') + 1));
      }
    }
    return roots.keySet().stream()
        .map(
            trace -> {
              long[] origin = origins.get(trace);
              return origin == null
                  ? roots.get(trace)
                  : roots.get(trace) + " < " + roots.get(origin[0]) + " " + origin[1];
            })
        .toList();
  }

  /** The executions of each trace by order index, as {@link Execution#place}. */
  public List<List<String>> traces() {
    Map<Long, List<Execution>> traces = new TreeMap<>();
    for (Execution execution : executions) {
      traces.computeIfAbsent(execution.trace(), id -> new ArrayList<>()).add(execution);
    }
    return traces.values().stream()
        .map(
            trace ->
                trace.stream()
                    .sorted(Comparator.comparingInt(Execution::eoi))
                    .map(Execution::place)
                    .toList())
        .toList();
  }
}
