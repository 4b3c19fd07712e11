package dev.sluice.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.Rows;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RecordCopierTest {
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  @Test
  void records_of_all_types_are_the_same_when_they_were_copied() throws Exception {
    RandomRecords random = new RandomRecords(new Random(7));
    TestBatch rows = new TestBatch();
    for (int i = 0; i < 500; i++) {
      random.addTo(rows);
    }
    Chunk chunk = BINARY.chunk(BINARY.encoder(), rows.build());

    RowCapture capture = new RowCapture(new RowCapture.Scratch());
    Window window = new Window();
    capture.into(window);
    RecordCopier copier = new RecordCopier(capture);
    RecordCursor cursor = BINARY.decoder().decode(chunk);
    while (cursor.next()) {
      assertThat(copier.emit(cursor, 0)).isTrue();
      window.time(0);
    }
    window.finish();

    RowBatch copied = new RowBatch(window.words().length, new Table(capture));
    copied.append(window.words(), 0, window.words().length, window.rows());
    assertThat(BINARY.records(BINARY.chunk(BINARY.encoder(), copied, 0)))
        .isEqualTo(BINARY.records(chunk));
  }

  private record Table(RowCapture capture) implements RowBatch.TypeTable {
    @Override
    public RecordType type(int typeId) {
      return capture.types().get(typeId);
    }

    @Override
    public byte[] symbolText(int symbolId) {
      return Rows.wtf8(capture.symbols().get(symbolId - 1));
    }
  }
}
