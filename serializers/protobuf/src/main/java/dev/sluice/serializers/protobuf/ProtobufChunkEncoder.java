package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.RowIndex;
import dev.sluice.serializers.support.RowStager;
import dev.sluice.serializers.support.RowStarts;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;
import java.util.List;

/**
 * Encoder of batches to messages {@code sluice.chunk.v1.Body}. In the steady state it allocates
 * nothing. Keeps 8 bytes for each cell of the largest type of a batch so far.
 */
final class ProtobufChunkEncoder implements ChunkEncoder {
  private final RowIndex<TypeEncoder> index = new RowIndex<>(TypeEncoder::new);
  private final StringTable strings = new StringTable();
  private final RowStager stager = new RowStager(strings);
  private final WireWriter out = new WireWriter();
  private final ColumnEncoder columns = new ColumnEncoder(out);
  private final TypeWriter writer = new TypeWriter(stager, out, columns);
  private final ColumnPlan orderPlan = new ColumnPlan();
  private final RowStarts rows = new RowStarts();

  /** Type of each row. */
  private long[] order = new long[0];

  /** Starts of the rows, those of one type together, and the ends of the types. */
  private int[] sorted = new int[0];

  private final int[] ends = new int[DecodeLimits.FORMAT.maxTypes()];

  @Override
  public int encode(RowBatch batch, byte[] target, int from, int to) throws RecordEncodeException {
    index.read(batch);
    if (index.types().size() > ends.length) {
      return -1;
    }
    strings.begin(to - from);
    stager.begin(batch);
    out.reset(target, from, to);
    if (index.stride() > 0) {
      rows.setStride(index.stride(), 0, batch.rows());
      writer.write(index.types().get(0), rows);
    } else {
      sort(batch.rows());
      writeTypes(batch.rows());
    }
    writeStrings();
    return out.overflowed() || strings.isFull() ? -1 : out.position() - from;
  }

  private void sort(int count) {
    if (order.length < count) {
      order = new long[Math.max(count, 2 * order.length)];
      sorted = new int[order.length];
    }
    char[] codes = index.codes();
    Arrays.fill(ends, 0, index.types().size(), 0);
    for (int row = 0; row < count; row++) {
      order[row] = codes[row];
      ends[codes[row]]++;
    }
    int start = 0;
    for (int i = 0; i < index.types().size(); i++) {
      int ofType = ends[i];
      ends[i] = start;
      start += ofType;
    }
    // Each end starts at its type's first place and comes to rest behind the last.
    for (int row = 0; row < count; row++) {
      sorted[ends[codes[row]]++] = index.starts()[row];
    }
  }

  private void writeTypes(int count) throws RecordEncodeException {
    List<TypeEncoder> types = index.types();
    int from = 0;
    for (int i = 0; i < types.size() && !out.overflowed() && !strings.isFull(); i++) {
      rows.setStarts(sorted, from, ends[i] - from);
      writer.write(types.get(i), rows);
      from = ends[i];
    }
    if (types.size() > 1) {
      int begin = out.begin(ProtobufFormat.BODY_ORDER);
      columns.encode(orderPlan, order, count);
      out.end(begin);
    }
  }

  private void writeStrings() {
    for (int id = 1; id <= strings.count(); id++) {
      int at = strings.start(id);
      out.bytes(ProtobufFormat.BODY_STRINGS, strings.array(), at, strings.start(id + 1) - at);
    }
  }
}
