package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests of a recording of operation executions, of all its records as {@code cat} prints
 * them and with the plainest code there is. For one thread.
 */
final class RecordedRequests {
  private static final String EXECUTION = "sluice.operation_execution.1";
  private static final int MAX_ENTRIES = 3;

  private final Map<String, Request> byKey = new LinkedHashMap<>();
  private final List<JsonNode> samples = new ArrayList<>();
  private long records;
  private boolean isWhole = true;

  /** A call; nanoseconds. */
  static final class Call {
    private final String operation;
    private final long begin;
    private final long end;
    private final int order;
    private final int depth;
    private final boolean failed;
    private long self;
    private Call caller;
    private final List<Call> callees = new ArrayList<>();

    private Call(JsonNode record) {
      operation = record.get("operationSignature").asText();
      begin = record.get("tin").asLong();
      end = record.get("tout").asLong();
      order = record.get("eoi").asInt();
      depth = record.get("ess").asInt();
      failed = record.get("exception").asBoolean();
      self = nanos();
    }

    String operation() {
      return operation;
    }

    long nanos() {
      return end - begin;
    }

    long self() {
      return self;
    }

    boolean failed() {
      return failed;
    }

    /** The call that made it; null if none did. */
    Call caller() {
      return caller;
    }

    /** The calls that it made, in their order. */
    List<Call> callees() {
      return callees;
    }
  }

  /** A trace of one program. */
  static final class Request {
    private final String producer;
    private final String id;
    private final List<Call> calls = new ArrayList<>();
    private final List<String> entries = new ArrayList<>();
    private boolean isWhole = true;

    private Request(String producer, String id) {
      this.producer = producer;
      this.id = id;
    }

    String id() {
      return id;
    }

    String producer() {
      return producer;
    }

    List<Call> calls() {
      return calls;
    }

    long begin() {
      return calls.get(0).begin;
    }

    long nanos() {
      return calls.get(0).nanos();
    }

    long end() {
      return calls.get(0).end;
    }

    boolean failed() {
      return calls.get(0).failed;
    }

    /** The first of its entry calls, from outside to inside, that is a kind of request. */
    String kind(Set<String> kinds) {
      return entries.stream().filter(kinds::contains).findFirst().orElse("");
    }

    private void close() {
      calls.sort(Comparator.comparing(call -> call.order));
      Deque<Call> open = new ArrayDeque<>();
      for (int i = 0; i < calls.size(); i++) {
        Call call = calls.get(i);
        isWhole &= call.order == i && call.depth <= open.size();
        while (isWhole && open.size() > call.depth) {
          open.pop();
        }
        if (!open.isEmpty()) {
          open.peek().self -= call.nanos();
          open.peek().callees.add(call);
          call.caller = open.peek();
        }
        open.push(call);
        if (i < MAX_ENTRIES && call.depth == i) {
          entries.add(call.operation);
        }
      }
    }
  }

  private RecordedRequests() {}

  /** Reads a source; what {@code cat} prints is kept in a file meanwhile. */
  static RecordedRequests of(Path source, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      int code = Main.run(new Terminal(out, System.err, false), "cat", source + "", "-f", "jsonl");
      if (code != 0) {
        throw new IOException("cat ended with " + code);
      }
    }
    RecordedRequests read = new RecordedRequests();
    ObjectMapper mapper = new ObjectMapper();
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read.add(mapper.readTree(line));
      }
    }
    Files.delete(file);
    read.byKey.values().forEach(Request::close);
    read.isWhole &= read.byKey.values().stream().allMatch(request -> request.isWhole);
    return read;
  }

  private void add(JsonNode record) {
    records++;
    String type = record.get("type").asText();
    if (type.equals(EXECUTION)) {
      String id = "%016x".formatted(record.get("traceId").asLong());
      String producer = record.get("_producerId").asText();
      byKey
          .computeIfAbsent(producer + id, absent -> new Request(producer, id))
          .calls
          .add(new Call(record));
    } else if (record.has("vmName") || record.has("cpuID")) {
      samples.add(record);
    } else if (type.contains("operation")) {
      isWhole = false; // calls of other kinds of records are not computed here
    }
  }

  /** Records of samplers. */
  List<JsonNode> samples() {
    return samples;
  }

  /** Records of all types. */
  long records() {
    return records;
  }

  List<Request> requests() {
    return List.copyOf(byKey.values());
  }

  /** Whether all calls of all requests are there as executions. */
  boolean isWhole() {
    return isWhole;
  }
}
