package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.streams.RecordStream;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The records of any source of chunks, without duplicates. */
final class ChunkSource implements RecordSource {
  private final SourceSpec source;
  private Accounting lastAccounting;
  private Origin origin;

  /** The highest sequence that came, by producer. */
  private final Map<Long, Long> latest = new HashMap<>();

  ChunkSource(SourceSpec source) {
    this.source = source;
  }

  SourceSpec source() {
    return source;
  }

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    DamageList damages = new DamageList();
    report.part(source::part);
    try (RecordStream stream = source.open(chunk -> {}, damages)) {
      stream.drain((cursor, chunk) -> take(cursor, chunk, target, report));
      Audit audit = source.checked(stream.audit(), damages);
      if (audit.damaged() > 0) {
        report.lost("damaged regions" + damages.first(), audit.damaged());
      }
      List<ProducerAudit> incomplete =
          audit.producers().stream().filter(each -> !each.complete()).toList();
      long count = incomplete.size() + audit.forgotten();
      if (count > 0) {
        report.lost(
            "producers whose losses or missing end are not visible in the result: "
                + Verdict.problems(incomplete, audit.forgotten()),
            count);
      }
      long rejected = audit.producers().stream().mapToLong(p -> p.rejected()).sum();
      if (rejected > 0) {
        report.lost("records that this version cannot read", rejected);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void take(RecordCursor cursor, Chunk chunk, RecordTarget target, ConvertReport report) {
    if (chunk.accounting() != lastAccounting) {
      lastAccounting = chunk.accounting();
      if (latest.merge(lastAccounting.producerId(), lastAccounting.sequence(), Math::max)
          > lastAccounting.sequence()) {
        report.lost(
            "chunks that arrived late: their position, because records are written in the order of arrival",
            1);
      }
      origin =
          new Origin(
              lastAccounting.producerId(),
              lastAccounting.producerName(),
              chunk.header().attributes());
    }
    report.record();
    try {
      target.take(cursor, origin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
