package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.streams.ChunkAudit;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Makes one recording of several, in the order of time; a chunk that is in several comes once. */
public final class Merge {
  private final ChunkAudit known;
  private long duplicates;
  private long records;

  private Merge(ChunkAudit known) {
    this.known = known;
  }

  /**
   * Counts of a merge.
   *
   * @param chunks of the result
   * @param bytes of the result
   * @param duplicates chunks left out
   * @param damages of each source, and what else is wrong with one that the result does not show
   */
  public record Result(long chunks, long bytes, long duplicates, List<DamageList> damages) {
    /** Returns whether no source is damaged, and the result shows what else is wrong with them. */
    public boolean isSound() {
      return damages.stream().allMatch(DamageList::isEmpty);
    }
  }

  /**
   * Reads all sources to their end.
   *
   * @param output a path of a new file, or the URI of a sink
   * @throws dev.sluice.tools.ToolException if a source holds no chunk, or the output is there or is
   *     part of one
   */
  public static Result run(List<SourceSpec> sources, String output, Notices notices)
      throws IOException {
    List<ChunkFeed> feeds = new ArrayList<>();
    try (ChunkOutput out = ChunkOutput.at(output, sources)) {
      for (SourceSpec source : sources) {
        feeds.add(new ChunkFeed(source));
      }
      Merge merge = new Merge(Rewriting.newAudit(sources));
      Rewriting result = new Rewriting(out, sources);
      merge.copy(feeds, result, notices);
      out.commit();
      List<ChunkLoop> loops = feeds.stream().map(ChunkFeed::loop).toList();
      List<DamageList> damages = loops.stream().map(ChunkLoop::damages).toList();
      damages.get(damages.size() - 1).hidden(result.hidden(loops, each -> true));
      return new Result(out.chunks(), out.bytes(), merge.duplicates, damages);
    } finally {
      notices.clear();
      feeds.forEach(ChunkFeed::close);
    }
  }

  private void copy(List<ChunkFeed> feeds, Rewriting result, Notices notices) throws IOException {
    PriorityQueue<ChunkFeed> heads = new PriorityQueue<>(Comparator.comparingLong(ChunkFeed::time));
    for (ChunkFeed feed : feeds) {
      if (feed.next()) {
        heads.add(feed);
      }
    }
    while (!heads.isEmpty()) {
      ChunkFeed feed = heads.remove();
      Chunk head = feed.head();
      if (known.add(head) == ChunkAudit.Kind.DUPLICATE) {
        duplicates++;
      } else {
        result.write(head);
      }
      records += head.header().recordCount();
      notices.read(records);
      if (feed.next()) {
        heads.add(feed);
      }
    }
  }
}
