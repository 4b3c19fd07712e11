package dev.sluice.tools.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.Rows;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.tools.recordings.ChunkView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of a body that occur once per chunk, its strings and types, and how they grow with the
 * chunk; measured in some pairs of successive chunks. For one thread.
 */
final class ChunkParts {
  private static final int MAX_PAIRS = 32;

  /** Pattern of a decoder's description of a column with its bytes. */
  private static final Pattern COLUMN = Pattern.compile("(?m)^ *column .*, (\\d+) bytes$");

  private final Map<Integer, ChunkDecoder> decoders = new HashMap<>();
  private Chunk before;
  private Set<String> textsBefore;
  private long step = 1;
  private long seen;
  private int pairs;
  private long sampledChunks;
  private long onceBytes;
  private long singleTexts;
  private long unitedTexts;

  /** Looks at some of all chunks; each must come here. */
  void add(Chunk chunk) {
    if (chunk.header().recordCount() == 0) {
      return;
    }
    boolean second = before != null && isNext(chunk);
    if (second || seen % step == 0) {
      look(chunk, second);
    }
    seen++;
  }

  private boolean isNext(Chunk chunk) {
    return chunk.accounting().producerId() == before.accounting().producerId()
        && chunk.accounting().sequence() == before.accounting().sequence() + 1;
  }

  private void look(Chunk chunk, boolean second) {
    Set<String> texts = new HashSet<>();
    try {
      ChunkDecoder decoder =
          decoders.computeIfAbsent(chunk.header().serializerId(), ChunkView::newDecoder);
      RecordCursor cursor = decoder.decode(chunk);
      while (cursor.next()) {
        addTexts(cursor, texts);
      }
      onceBytes += onceBytes(chunk, decoder.describe(), texts);
      sampledChunks++;
    } catch (MalformedChunkException e) {
      return; // its header is sound, which is enough for everything else
    }
    if (second) {
      singleTexts += (bytes(texts) + bytes(textsBefore)) / 2;
      texts.addAll(textsBefore);
      unitedTexts += bytes(texts);
      before = null;
      if (++pairs % MAX_PAIRS == 0) {
        step *= 4;
      }
    } else {
      before = chunk.copy();
      textsBefore = texts;
    }
  }

  private static void addTexts(RecordCursor cursor, Set<String> texts) {
    List<Field> fields = cursor.type().fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).type().isText() && cursor.text(i) != null) {
        texts.add(cursor.text(i));
      }
    }
  }

  /** Bytes as stored of what does not lie in columns. */
  private static long onceBytes(Chunk chunk, String description, Set<String> texts) {
    Matcher columns = COLUMN.matcher(description);
    long inColumns = columns.results().mapToLong(ChunkParts::columnBytes).sum();
    if (inColumns == 0) {
      return bytes(texts); // a serializer that does not say it stores them as they are
    }
    int body = chunk.header().bodyLength();
    int raw = chunk.header().compression() == 0 ? body : chunk.header().rawLength();
    return Math.max(0, raw - inColumns) * body / raw;
  }

  private static long columnBytes(MatchResult column) {
    return Long.parseLong(column.group(1));
  }

  private static long bytes(Set<String> texts) {
    return texts.stream().mapToLong(text -> Rows.textBytes(text) + 2).sum();
  }

  /** Bytes of a chunk that hold strings and types, on average. */
  double onceBytes() {
    return sampledChunks == 0 ? 0 : (double) onceBytes / sampledChunks;
  }

  /** Returns how much more of them a chunk of twice the size has: 1 to 2 times as much. */
  double growth() {
    return singleTexts == 0 ? 1 : Math.min(2, Math.max(1, (double) unitedTexts / singleTexts));
  }
}
