package dev.sluice.tools.recordings;

import dev.sluice.analysis.traces.LossTimes;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.streams.Audit;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        from.readAll(
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

  /** What arrived, and what is missing. */
  public Audit audit() {
    return audit;
  }

  /** Prints it for people: the verdict, a table of producers, and damage. */
  public void print(PrintStream out) {
    AuditReport.print(from.toString(), audit, false, out);
    attributes.print(out);
    damages.print(out, "  ");
  }

  /** The JSON of {@link Audit#toJson} with a further field: the times of losses. */
  public String toJson() {
    String fields = audit.toJson();
    return fields.substring(0, fields.length() - 1) + ",\"losses\":" + json(times.finish()) + "}";
  }

  private static String json(List<LossTimes.Lost> losses) {
    return losses == null
        ? "null"
        : losses.stream().map(Verification::json).collect(Collectors.joining(",", "[", "]"));
  }

  private static String json(LossTimes.Lost loss) {
    return String.format(
        "{\"producer\":\"%016x\",\"from\":%s,\"until\":%s,\"reasons\":%s,\"dropCauses\":%s}",
        loss.producer(),
        loss.from() == Long.MIN_VALUE ? "null" : loss.from(),
        loss.until() == Long.MAX_VALUE ? "null" : loss.until(),
        texts(loss.reasons().stream().map(Reason::label)),
        texts(loss.dropCauses().stream()));
  }

  private static String texts(Stream<String> labels) {
    return labels.map(label -> '"' + label + '"').collect(Collectors.joining(",", "[", "]"));
  }
}
