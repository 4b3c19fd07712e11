package dev.sluice.serializers.protobuf;

import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.RowCursor;
import dev.sluice.serializers.support.StringTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes batches as messages {@code sluice.chunk.v1.Body}. In the steady state it allocates
 * nothing. Keeps 8 bytes for each cell of the largest type of a batch so far.
 */
final class ProtobufChunkEncoder implements ChunkEncoder {
  private final RowCursor cursor = new RowCursor();
  private final StringTable strings = new StringTable();
  private final WireWriter out = new WireWriter();
  private final ColumnEncoder columns = new ColumnEncoder(out);
  private final TypeWriter writer = new TypeWriter(cursor, strings, out, columns);
  private final ColumnPlan orderPlan = new ColumnPlan();

  /** All types that were seen, and those of the batch at hand in the order of their first rows. */
  private final Map<RecordType, TypeEncoder> known = new HashMap<>();

  private final List<TypeEncoder> types = new ArrayList<>();

  /** For each row its type. */
  private long[] order = new long[0];

  /** The rows, those of one type together, and where those of a type end. */
  private int[] sorted = new int[0];

  private final int[] ends = new int[DecodeLimits.FORMAT.maxTypes()];

  @Override
  public int encode(RowBatch batch, byte[] target, int from, int to) throws RecordEncodeException {
    cursor.begin(batch);
    if (cursor.types().size() > ends.length) {
      return -1;
    }
    findTypes();
    sort(batch.rows());
    strings.begin(to - from);
    out.reset(target, from, to);
    write(batch);
    return out.overflowed() || strings.isFull() ? -1 : out.position() - from;
  }

  private void findTypes() {
    types.clear();
    for (int i = 0; i < cursor.types().size(); i++) {
      types.add(known.computeIfAbsent(cursor.types().get(i), TypeEncoder::new));
      ends[i] = 0;
    }
  }

  private void sort(int rows) {
    if (order.length < rows) {
      order = new long[Math.max(rows, 2 * order.length)];
      sorted = new int[order.length];
    }
    for (int row = 0; row < rows; row++) {
      order[row] = cursor.typeIndex(row);
      ends[cursor.typeIndex(row)]++;
    }
    int start = 0;
    for (int i = 0; i < types.size(); i++) {
      int count = ends[i];
      ends[i] = start;
      start += count;
    }
    // Each end starts at its type's first place and comes to rest behind the last.
    for (int row = 0; row < rows; row++) {
      sorted[ends[(int) order[row]]++] = row;
    }
  }

  private void write(RowBatch batch) {
    int from = 0;
    for (int i = 0; i < types.size() && !out.overflowed() && !strings.isFull(); i++) {
      writer.write(types.get(i), batch, sorted, from, ends[i] - from);
      from = ends[i];
    }
    if (types.size() > 1) {
      int begin = out.begin(ProtobufFormat.BODY_ORDER);
      columns.encode(orderPlan, order, batch.rows());
      out.end(begin);
    }
    for (int id = 1; id <= strings.count(); id++) {
      int at = strings.start(id);
      out.bytes(ProtobufFormat.BODY_STRINGS, strings.array(), at, strings.start(id + 1) - at);
    }
  }
}
