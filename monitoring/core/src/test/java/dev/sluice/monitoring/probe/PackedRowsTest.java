package dev.sluice.monitoring.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedRowsTest {
  private final RowsInMemory sink = new RowsInMemory();
  private final PackedRows packed = new PackedRows(sink);
  private final Symbol signature = new Symbol("a()", 0x7001);
  private final Symbol hostname = new Symbol("host", 0x6002);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_packed_execution_is_the_row_that_the_generated_writer_writes(boolean failed) {
    OperationExecutionWriter.create(sink)
        .emit(signature, null, -5, 1L << 40, Long.MAX_VALUE, hostname, 77, -3, failed);
    packed.emitExecution(
        sink.buffer,
        packed.executionHeader(signature.id(), failed),
        PackedRows.pair(0, hostname.id()),
        PackedRows.pair(77, -3),
        -5,
        1L << 40,
        Long.MAX_VALUE);
    assertThat(sink.rows).hasSize(2);
    assertThat(sink.rows.get(1)).isEqualTo(sink.rows.get(0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_packed_duration_is_the_row_that_the_generated_writer_writes(boolean failed) {
    OperationDurationWriter.create(sink).emit(-7, signature, 1L << 50, failed);
    packed.emitDuration(sink.buffer, packed.durationHeader(signature.id(), failed), -7, 1L << 50);
    assertThat(sink.rows).hasSize(2);
    assertThat(sink.rows.get(1)).isEqualTo(sink.rows.get(0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_signature_without_an_id_cannot_be_packed(boolean failed) {
    assertThat(packed.executionHeader(Symbol.INLINE, failed)).isNegative();
    assertThat(packed.durationHeader(Symbol.INLINE, failed)).isNegative();
    assertThat(PackedRows.pair(0, Symbol.INLINE)).isNegative();
  }

  /** Keeps a copy of each row. */
  private static final class RowsInMemory implements RowSink {
    private final List<long[]> rows = new ArrayList<>();
    private final List<RecordType> types = new ArrayList<>();
    private final RowBuffer buffer =
        new RowBuffer(new long[64], new boolean[1]) {
          @Override
          public boolean isOwnedBy(Thread thread) {
            return false;
          }

          @Override
          public int claim(int count) {
            Arrays.fill(words, -1);
            return 1;
          }

          @Override
          public boolean commit(int index, long header) {
            words[index] = header;
            return rows.add(Arrays.copyOfRange(words, index, index + RowLayout.words(header)));
          }
        };

    @Override
    public int register(RecordType type) {
      if (!types.contains(type)) {
        types.add(type);
      }
      return types.indexOf(type);
    }

    @Override
    public RowBuffer buffer() {
      return buffer;
    }

    @Override
    public int full(RowBuffer full, int count) {
      throw new AssertionError();
    }

    @Override
    public Symbol symbol(String value) {
      return new Symbol(value, 1);
    }

    @Override
    public Symbol symbol(String value, ClassLoader owner) {
      return symbol(value);
    }

    @Override
    public void reject(DropCause cause, RecordType type) {
      throw new AssertionError(cause);
    }
  }
}
