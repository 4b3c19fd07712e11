package dev.sluice.tools.recordings;

import dev.sluice.analysis.traces.LossTimes;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.api.chunk.Ids;
import dev.sluice.streams.Audit;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/**
 * Whether a recording is complete; if not, what is missing and when it was lost. For one thread.
 */
public final class Verification {
  private final SourceSpec from;
  private final DamageList damages = new DamageList();
  private final ProducerAttributes attributes = new ProducerAttributes();
  private final LossTimes times = new LossTimes();
  private final Audit audit;

  private Verification(SourceSpec from) throws IOException {
    this.from = from;
    audit =
        from.readAndTell(
            (cursor, chunk) -> {},
            chunk -> {
              attributes.add(chunk);
              times.add(chunk.accounting());
            },
            damages);
  }

  /**
   * Reads a source to its end.
   *
   * @throws ToolException if it holds no chunk
   */
  public static Verification of(SourceSpec from) throws IOException {
    return new Verification(from);
  }

  /** Returns what arrived, and what is missing. */
  public Audit audit() {
    return audit;
  }

  /** Prints it for people: the verdict, a table of producers, and damage. */
  public void print(PrintStream out) {
    AuditReport.print(from.toString(), audit, out);
    attributes.print(out);
    damages.print(out, "  ");
  }

  /** Returns the JSON of {@link Audit#toJson} with a further field: the times of losses. */
  public String toJson() {
    List<LossTimes.Lost> lost = times.finish();
    Object losses = lost == null ? null : lost.stream().map(Verification::json).toList();
    String fields = audit.toJson();
    String more = new JsonObject().put("losses", losses).toString();
    return fields.substring(0, fields.length() - 1) + "," + more.substring(1);
  }

  private static JsonObject json(LossTimes.Lost loss) {
    return new JsonObject()
        .put("producer", Ids.print(loss.producer()))
        .put("from", loss.from() == Long.MIN_VALUE ? null : loss.from())
        .put("until", loss.until() == Long.MAX_VALUE ? null : loss.until())
        .put("reasons", loss.reasons().stream().map(Reason::label).toList())
        .put("dropCauses", loss.dropCauses());
  }
}
