package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ChunkAudit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.rows.ChunkMaker;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Writes a recording that is made of others and audits it, so that its verdict is never better than
 * theirs. For one thread.
 */
final class Rewriting {
  private static final String CONFLICT = "conflict";

  private final ChunkOutput out;
  private final ChunkAudit written;

  /** Writes what is made of the sources. */
  Rewriting(ChunkOutput out, List<SourceSpec> sources) {
    this.out = out;
    written = newAudit(sources);
  }

  /** Creates an audit for as many producers as that of any of the sources. */
  static ChunkAudit newAudit(List<SourceSpec> sources) {
    return new ChunkAudit(sources.stream().mapToInt(SourceSpec::maxProducers).max().orElse(1));
  }

  /** Writes a chunk, whose bytes are the caller's again on return. */
  void write(Chunk chunk) throws IOException {
    written.add(out.write(chunk));
  }

  /**
   * Writes empty chunks in place of one that is in conflict in the source, unless the result has a
   * conflict of its producer already: two are a conflict, and so is one beside the part that was
   * kept.
   */
  void keepConflict(Chunk chunk) throws IOException {
    Accounting accounting = chunk.accounting();
    for (int copy = 1; copy <= 2 && !written.isInConflict(accounting.producerId()); copy++) {
      // Without those of the chunk, which may leave no room for what makes the copies differ.
      Attributes attributes = Attributes.of(Map.of(CONFLICT, Integer.toString(copy)));
      ChunkMaker maker = new ChunkMaker(1, new Options(Map.of()));
      try {
        write(maker.sealInPlaceOf(accounting, accounting, attributes));
      } catch (RecordEncodeException e) {
        throw new IllegalStateException("an empty chunk cannot be encoded", e);
      }
    }
  }

  /**
   * Returns what is wrong with the sources and cannot be seen in the result, as a sentence; empty
   * if there is nothing. What is missing in one of several sources may be in another one.
   *
   * @param read the sources, to their ends
   * @param selected the producers that the result is to hold
   */
  String hidden(List<ChunkLoop> read, Predicate<ProducerAudit> selected) {
    List<Audit> sources = read.stream().map(ChunkLoop::audit).toList();
    Audit result = written.audit();
    Map<String, Boolean> kept =
        result.producers().stream()
            .collect(Collectors.toMap(ProducerAudit::id, ProducerAudit::complete));
    List<ProducerAudit> hidden =
        sources.stream()
            .flatMap(source -> source.producers().stream())
            .filter(selected)
            .filter(each -> sources.size() == 1 ? !each.complete() : each.conflicts() > 0)
            .filter(each -> kept.getOrDefault(each.id(), result.complete()))
            .toList();
    long forgotten = result.complete() ? sources.stream().mapToLong(Audit::forgotten).sum() : 0;
    return hidden.isEmpty() && forgotten == 0
        ? ""
        : "the source is incomplete, which is not visible in the result: "
            + Verdict.problems(hidden, forgotten);
  }
}
