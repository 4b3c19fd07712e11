package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.streams.ChunkAudit;
import dev.sluice.support.Decoders;
import dev.sluice.support.TimeRange;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.PerType;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.rows.ChunkMaker;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps a part of a recording: the records of a time, of some types or producers. Used once. */
public final class Cut {
  private static final String CUT = "cut";

  private final TimeRange range;
  private final List<String> types;
  private final List<String> names;
  private final Set<Long> ids = new HashSet<>();
  private final Decoders decoders = new Decoders(DecodeLimits.FORMAT);
  private final PerType<Boolean> wanted = new PerType<>(this::isWanted);
  private ChunkMaker maker;
  private long whole;
  private long parts;
  private long unreadable;

  /**
   * Counts of a cut.
   *
   * @param read chunks of the source
   * @param whole chunks of the result that are as they were
   * @param parts chunks of the result of which a part was kept
   * @param unreadable chunks left out because they cannot be read
   * @param damages of the source, and what else is wrong with it that the result does not show
   */
  public record Result(long read, long whole, long parts, long unreadable, DamageList damages) {
    /**
     * Returns whether all of the source could be looked at, and the result shows what is wrong with
     * it.
     */
    public boolean isSound() {
      return unreadable == 0 && damages.isEmpty();
    }
  }

  /**
   * Keeps what is of all three.
   *
   * @param range of the record times; records without a time are kept
   * @param types of records, with or without their version; empty for all
   * @param producers names or ids; empty for all
   */
  public Cut(TimeRange range, List<String> types, List<String> producers) {
    this.range = range;
    this.types = types;
    names = producers;
    for (String name : producers) {
      try {
        ids.add(Ids.parse(name));
      } catch (IllegalArgumentException e) {
        continue; // it is a name alone
      }
    }
  }

  /**
   * Reads a source to its end.
   *
   * @param output a path of a new file, or the URI of a sink
   * @throws ToolException if nothing is kept, or the output is there or is part of the source
   */
  public Result run(SourceSpec from, String output, Notices notices) throws IOException {
    ChunkLoop loop = new ChunkLoop(from);
    try (ChunkOutput out = ChunkOutput.at(output, List.of(from))) {
      Rewriting result = new Rewriting(out, List.of(from));
      loop.read(
          (chunk, kind) -> {
            cut(chunk, result, kind);
            loop.tell(notices);
          },
          out::settle);
      if (whole + parts == 0) {
        throw new ToolException(from + " contains no such record");
      }
      out.commit();
      String hidden =
          result.hidden(List.of(loop), each -> isWanted(Ids.parse(each.id()), each.name()));
      return new Result(loop.chunks(), whole, parts, unreadable, loop.damages().hidden(hidden));
    } finally {
      notices.clear();
    }
  }

  private boolean isWanted(RecordType type) {
    return types.isEmpty() || types.contains(type.name()) || types.contains(type.qualifiedName());
  }

  private boolean isWanted(long id, String name) {
    return names.isEmpty() || ids.contains(id) || name != null && names.contains(name);
  }

  private void cut(Chunk chunk, Rewriting result, ChunkAudit.Kind kind) throws IOException {
    Accounting accounting = chunk.accounting();
    if (!isWanted(accounting.producerId(), accounting.producerName())) {
      return;
    }
    if (!range.excludes(accounting)) {
      cut(chunk, result);
    }
    if (kind == ChunkAudit.Kind.CONFLICT) {
      result.keepConflict(chunk);
    }
  }

  private void cut(Chunk chunk, Rewriting result) throws IOException {
    Accounting accounting = chunk.accounting();
    int records = chunk.header().recordCount();
    if (records == 0 || types.isEmpty() && range.includes(accounting)) {
      copy(chunk, result);
      return;
    }
    try {
      Chunk part = part(chunk);
      if (part == chunk) {
        copy(chunk, result);
      } else if (part != null) {
        parts++;
        result.write(part);
      }
    } catch (MalformedChunkException | RecordEncodeException e) {
      maker = null; // it may hold some of the records
      unreadable++;
    }
  }

  private void copy(Chunk chunk, Rewriting result) throws IOException {
    whole++;
    result.write(chunk);
  }

  /** Returns the wanted records of a chunk: itself if they are all, null if there are none. */
  private Chunk part(Chunk chunk) throws MalformedChunkException, RecordEncodeException {
    maker = maker == null ? new ChunkMaker(Integer.MAX_VALUE, new Options(Map.of())) : maker;
    Accounting accounting = chunk.accounting();
    RecordCursor cursor = decoders.decode(chunk);
    int total = 0;
    while (cursor.next()) {
      total++;
      if (accepts(cursor) && !maker.add(cursor, accounting.clockOffset())) {
        throw new RecordEncodeException(total, "too long");
      }
    }
    int kept = maker.rows();
    if (!cursor.unread().isEmpty()) {
      throw new RecordEncodeException(total, "stored in an unknown way");
    }
    if (kept == 0 || kept == total) {
      maker.clear();
      return kept == 0 ? null : chunk;
    }
    return maker.sealInPlaceOf(
        accounting, accounting, attributes(chunk.header().attributes(), total - kept));
  }

  private boolean accepts(RecordCursor cursor) {
    int time = cursor.type().recordTimeField();
    return wanted.of(cursor.type()) && (time < 0 || range.contains(cursor.longValue(time)));
  }

  /**
   * Returns the attributes with the number of records that this or an earlier cut left out, if
   * there is room.
   */
  private static Attributes attributes(Attributes before, long left) {
    String earlier = before.asMap().get(CUT);
    boolean isNumber = earlier != null && earlier.matches("\\d{1,18}");
    Map<String, String> all = new LinkedHashMap<>(before.asMap());
    all.put(CUT, Long.toString(left + (isNumber ? Long.parseLong(earlier) : 0)));
    try {
      return Attributes.of(all);
    } catch (IllegalArgumentException e) {
      return before; // names of others, or too many
    }
  }
}
