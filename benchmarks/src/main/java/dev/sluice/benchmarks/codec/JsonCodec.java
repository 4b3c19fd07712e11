package dev.sluice.benchmarks.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.RowCursor;
import dev.sluice.testkit.TestBatch;
import dev.sluice.tools.format.JsonLines;
import dev.sluice.tools.format.TextOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * What most programs would do: JSON lines as {@code cat --format jsonl} prints them, from the same
 * rows, and back through Jackson's streaming parser. No header, no CRC.
 */
final class JsonCodec implements Codec {
  static final String NAME = "json";

  private final RowCursor cursor = new RowCursor();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final TextOutput sink = new TextOutput(out);
  private final JsonLines lines = new JsonLines(sink, false);
  private final JsonFactory parsers = new JsonFactory();
  private RowBatch[] batches;
  private byte[][] chunks;

  @Override
  public Density stage(TestBatch records, int chunkRecords) {
    batches = Batches.of(records, chunkRecords);
    chunks = new byte[batches.length][];
    long bytes = 0;
    for (int i = 0; i < chunks.length; i++) {
      bytes += encode(i);
      chunks[i] = out.toByteArray();
      int from = i * chunkRecords;
      check(chunks[i], records.entries().subList(from, from + batches[i].rows()));
    }
    return new Density(bytes, 0, -1);
  }

  private void check(byte[] chunk, List<TestBatch.Entry> expected) {
    List<Object> values = new ArrayList<>();
    for (TestBatch.Entry entry : expected) {
      values.add(entry.type().qualifiedName());
      entry.values().forEach(value -> values.add(comparable(value)));
    }
    List<Object> found = new ArrayList<>();
    try (JsonParser parser = parsers.createParser(chunk)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          found.add(comparable(value(parser, token)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!found.equals(values)) {
      throw new IllegalStateException("a chunk does not hold what was encoded");
    }
  }

  /** Numbers as their exact decimals, because 1.0 is written as 1, and NaN as a string. */
  private static Object comparable(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return number.toString();
    }
    return value instanceof Number ? new BigDecimal(value.toString()).stripTrailingZeros() : value;
  }

  private static Object value(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_NULL -> null;
      default -> token == JsonToken.VALUE_TRUE;
    };
  }

  @Override
  public int encode(int chunk) {
    out.reset();
    try {
      cursor.begin(batches[chunk]);
    } catch (RecordEncodeException e) {
      throw new IllegalStateException(e);
    }
    while (cursor.next()) {
      lines.write(cursor);
    }
    sink.flush();
    return out.size();
  }

  @Override
  public long decode(int chunk) {
    long sum = 0;
    try (JsonParser parser = parsers.createParser(chunks[chunk])) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        sum += visit(parser, token);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum;
  }

  private static long visit(JsonParser parser, JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_STRING -> parser.getText().length();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> Double.doubleToRawLongBits(parser.getDoubleValue());
      default -> 1;
    };
  }
}
