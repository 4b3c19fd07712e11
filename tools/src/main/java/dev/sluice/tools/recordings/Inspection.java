package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.PrintStream;

/** Shows what chunks are made of, and adds up all. For one thread. */
public final class Inspection implements ChunkHandler {
  private final ChunkView view;
  private final long limit;
  private final Long only;
  private final PrintStream out;
  private final Notices notices;
  private long chunks;
  private long unreadable;
  private final DamageList damages = new DamageList();
  private long records;
  private long headerBytes;
  private long bodyBytes;
  private long bytes;

  private Inspection(long limit, Long only, PrintStream out, Notices notices) {
    this.notices = notices;
    this.view = new ChunkView(out);
    this.limit = limit;
    this.only = only;
    this.out = out;
  }

  /**
   * Reads a source to its end and prints some of its chunks, and the totals of all.
   *
   * @param limit chunks from the first that are shown, 0 for all
   * @param only the number of the one chunk that is shown, from 0; or null
   * @return whether all is sound that was looked at
   * @throws ToolException if it holds no chunk, or not that one
   */
  public static boolean print(SourceSpec from, long limit, Long only, PrintStream out)
      throws IOException {
    Inspection inspection = new Inspection(limit, only, out, from.notices());
    from.readChunks(inspection);
    inspection.conclude(from);
    return inspection.unreadable + inspection.damages.count() == 0;
  }

  @Override
  public void chunk(Chunk chunk, SourcePosition position) {
    if (isWanted()) {
      notices.clear();
      unreadable += view.show(chunks, chunk, position) ? 0 : 1;
    }
    chunks++;
    records += chunk.header().recordCount();
    headerBytes += chunk.header().length();
    bodyBytes += chunk.header().bodyLength();
    bytes += chunk.length();
  }

  private boolean isWanted() {
    return only == null ? limit == 0 || chunks < limit : chunks == only;
  }

  @Override
  public void damaged(Damage damage) {
    damages.accept(damage);
    notices.clear();
    out.println("damaged  " + damage);
    out.println();
  }

  private void conclude(SourceSpec from) {
    from.checkAny(chunks, damages);
    if (only != null && (only < 0 || only >= chunks)) {
      throw new ToolException(
          "there is no chunk " + only + ": " + from + " holds " + Figures.count(chunks, "chunk"));
    }
    out.printf(
        "total    %s, %s, %s%s%n",
        Figures.count(chunks, "chunk"),
        Figures.count(records, "record"),
        Figures.bytes(bytes),
        records == 0 ? "" : ", " + Figures.digits((double) bytes / records) + " bytes per record");
    out.printf(
        "         headers %s, bodies %s%n",
        Figures.percent(headerBytes, bytes), Figures.percent(bodyBytes, bytes));
    if (only == null && limit > 0 && chunks > limit) {
      out.println("         the first " + limit + " are shown; --limit 0 shows all, --chunk N one");
    }
  }
}
