package dev.sluice.serializers.support;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.Arrays;

/** The texts of the symbols in a batch, each checked once. For one thread. */
final class SymbolTexts {
  /** The number of the batch in which a symbol was last checked. */
  private long[] checks = new long[64];

  private byte[][] bytes = new byte[64][];
  private String[] texts = new String[64];
  private RowBatch.TypeTable table;
  private long batch;

  /** Starts on a batch with these symbols. */
  void begin(RowBatch.TypeTable newTable) {
    table = newTable;
    batch++;
  }

  /** The text of a symbol that was checked. */
  String text(int symbolId) {
    if (texts[symbolId] == null) {
      texts[symbolId] = Wtf8.decode(bytes[symbolId], 0, bytes[symbolId].length);
    }
    return texts[symbolId];
  }

  /** Checks the symbol of a row. */
  void check(int symbolId, int row) throws RecordEncodeException {
    if (symbolId < checks.length && checks[symbolId] == batch) {
      return;
    }
    byte[] text = table.symbolText(symbolId);
    if (text == null || text.length > RowLayout.MAX_INLINE_BYTES) {
      throw new RecordEncodeException(
          row, "symbol " + symbolId + " has no text, or one that is too long");
    }
    reserve(symbolId);
    // An id may have been given to another text meanwhile.
    if (bytes[symbolId] != text) {
      if (Wtf8.firstWrong(text, 0, text.length) >= 0) {
        throw new RecordEncodeException(row, "text of symbol " + symbolId + " is no WTF-8");
      }
      bytes[symbolId] = text;
      texts[symbolId] = null;
    }
    checks[symbolId] = batch;
  }

  private void reserve(int symbolId) {
    if (symbolId >= checks.length) {
      int size = Math.max(symbolId + 1, 2 * checks.length);
      checks = Arrays.copyOf(checks, size);
      bytes = Arrays.copyOf(bytes, size);
      texts = Arrays.copyOf(texts, size);
    }
  }
}
