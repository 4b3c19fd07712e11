package dev.sluice.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.cli.Chunks;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.laboratory.Service;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.testkit.TestBatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A recording of any length whose traces are one after another, written chunk by chunk, and its
 * figures, computed from what {@code cat} prints while it prints. For one thread.
 */
final class StreamedRecords {
  private static final int TRACES_A_CHUNK = 5_000;
  private static final int RECORDS_A_TRACE = 3;
  private static final long APART_NANOS = 75_000;
  private static final int PIPE_BYTES = 1 << 20;

  final Map<String, Sum> kinds = new TreeMap<>();
  final Map<String, Sum> operations = new TreeMap<>();
  final Map<List<Integer>, Integer> cells = new HashMap<>();
  final Sum all = new Sum();
  long records;
  long begin = Long.MAX_VALUE;
  long end;

  private final double from;
  private final double width;
  private final List<JsonNode> trace = new ArrayList<>();

  /** Requests or calls. */
  static final class Sum {
    long failed;
    double total;
    double self;
    private long[] nanos = new long[1_024];
    private int size;
    private boolean isSorted;

    private void add(long duration, double own, boolean hasFailed) {
      failed += hasFailed ? 1 : 0;
      total += duration;
      self += own;
      nanos = size == nanos.length ? Arrays.copyOf(nanos, 2 * size) : nanos;
      nanos[size++] = duration;
    }

    int size() {
      return size;
    }

    double quantile(double part) {
      if (!isSorted) {
        Arrays.sort(nanos, 0, size);
        isSorted = true;
      }
      return nanos[(int) Math.ceil(part * size) - 1];
    }
  }

  private StreamedRecords(JsonNode heat, long begin) {
    from = begin + heat.get("from").asDouble();
    width = heat.get("width").asDouble();
  }

  /** Writes a recording of that many traces, of three records each. */
  static Path write(Path file, int traces) throws IOException {
    Random random = new Random(17);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int first = 0; first < traces; first += TRACES_A_CHUNK) {
        TestBatch batch = new TestBatch();
        int until = Math.min(traces, first + TRACES_A_CHUNK);
        for (int i = first; i < until; i++) {
          trace(batch, i, random);
        }
        Accounting accounting =
            new Accounting.Builder(7)
                .name("app")
                .sequence(first / TRACES_A_CHUNK)
                .end(until == traces)
                .emitted((long) RECORDS_A_TRACE * until)
                .times(time(first), time(until))
                .build();
        out.write(Chunks.of(accounting, batch));
      }
    }
    return file;
  }

  private static long time(int trace) {
    return Service.START + trace * APART_NANOS;
  }

  private static void trace(TestBatch batch, int number, Random random) {
    long begin = time(number);
    boolean isGet = random.nextInt(10) < 7;
    boolean failed = random.nextInt(20) == 0;
    long find = (long) (120_000 * Math.exp(0.4 * random.nextGaussian()));
    long render = (long) (40_000 * Math.exp(0.4 * random.nextGaussian()));
    long middle = begin + 500 + find;
    long last = middle + 500 + render;
    call(batch, "Store.find", number, begin + 500, middle, 1, 1, failed);
    call(batch, isGet ? "View.render" : "Log.write", number, middle + 500, last, 2, 1, false);
    call(batch, isGet ? "Key.get" : "Key.put", number, begin, last + 500, 0, 0, failed);
  }

  private static void call(
      TestBatch batch,
      String operation,
      int number,
      long begin,
      long end,
      int order,
      int depth,
      boolean failed) {
    batch.add(
        OperationExecutionReader.TYPE,
        Service.signature(operation),
        null,
        1L + number,
        begin,
        end,
        "host",
        order,
        depth,
        failed);
  }

  /** Reads a recording that {@link #write} wrote, with the grid of the heat map of its page. */
  static StreamedRecords of(Path source, JsonNode model) throws Exception {
    long begin = Long.parseLong(model.get("begin").asText());
    StreamedRecords read = new StreamedRecords(model.get("heat"), begin);
    ObjectMapper mapper = new ObjectMapper();
    try (PipedInputStream in = new PipedInputStream(PIPE_BYTES);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      PipedOutputStream out = new PipedOutputStream(in);
      Thread cat = new Thread(() -> cat(source, out));
      cat.start();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read.add(mapper.readTree(line));
      }
      cat.join();
    }
    return read;
  }

  private static void cat(Path source, PipedOutputStream to) {
    try (OutputStream out = to) {
      Main.run(new Terminal(out, System.err, false), "cat", source.toString(), "-f", "jsonl");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(JsonNode record) {
    records++;
    trace.add(record);
    if (record.get("eoi").asInt() == 0) {
      close(record);
      trace.clear();
    }
  }

  /** The root comes last. */
  private void close(JsonNode root) {
    long inside = 0;
    for (JsonNode one : trace) {
      boolean isRoot = one == root;
      long nanos = one.get("tout").asLong() - one.get("tin").asLong();
      inside += isRoot ? 0 : nanos;
      operations
          .computeIfAbsent(one.get("operationSignature").asText(), absent -> new Sum())
          .add(nanos, isRoot ? nanos - inside : nanos, one.get("exception").asBoolean());
    }
    long began = root.get("tin").asLong();
    long nanos = root.get("tout").asLong() - began;
    boolean failed = root.get("exception").asBoolean();
    begin = Math.min(begin, began);
    end = Math.max(end, began + nanos);
    all.add(nanos, 0, failed);
    kinds
        .computeIfAbsent(root.get("operationSignature").asText(), absent -> new Sum())
        .add(nanos, 0, failed);
    int slot = (int) Math.floor((began - from) / width);
    int level = (int) Math.floor(2 * Math.log(Math.max(1, nanos)) / Math.log(2) + 1e-9);
    cells.merge(List.of(slot, level), 1, Integer::sum);
  }
}
