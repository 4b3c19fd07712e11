package dev.sluice.tools.watch;

import dev.sluice.distributed.DistributedStatus.Instance;
import dev.sluice.distributed.DistributedStatus.Look;
import dev.sluice.distributed.DistributedStatus.Partition;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Columns;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Verdict;
import java.io.PrintStream;

/** A distributed analysis as lines for people. */
public final class DistributedText {
  private DistributedText() {}

  /** Prints what was seen last: instances and partitions. */
  public static void print(DistributedFigures figures, PrintStream out) {
    Look look = figures.look();
    long rate = figures.recordsPerSecond();
    out.println(
        "%s: %s, %s analysed, %slag %s"
            .formatted(
                figures.applicationId(),
                Figures.count(look.instances().size(), "instance"),
                Figures.count(figures.audit().records(), "record"),
                rate < 0 ? "" : Figures.count(rate, "record") + "/s, ",
                Figures.count(look.lag(), "message")));
    if (figures.state().equals("standing")) {
      out.println("  is not read: no instance works on it");
    }
    if (look.audit() != null) {
      out.println("  " + Verdict.ofRunning(look.audit()));
    }
    if (!look.instances().isEmpty()) {
      out.println();
      new Columns<Instance>()
          .with("instance", instance -> SafeText.word(instance.id()))
          .with("host", instance -> SafeText.word(instance.host()))
          .with(">threads", instance -> Integer.toString(instance.threads()))
          .with(">partitions", instance -> Integer.toString(instance.partitions()))
          .print(look.instances(), out, "  ");
    }
    out.println();
    new Columns<Partition>()
        .with("partition", Partition::name)
        .with("instance", part -> part.instance() == null ? "–" : SafeText.word(part.instance()))
        .with(">committed", part -> Long.toString(part.committed()))
        .with(">end", part -> Long.toString(part.end()))
        .with(">lag", part -> Long.toString(part.lag()))
        .with(">messages/s", part -> rate(figures.perSecond(part)))
        .print(look.partitions(), out, "  ");
  }

  private static String rate(long perSecond) {
    return perSecond < 0 ? "–" : Long.toString(perSecond);
  }
}
