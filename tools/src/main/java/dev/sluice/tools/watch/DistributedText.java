package dev.sluice.tools.watch;

import dev.sluice.distributed.DistributedStatus.Instance;
import dev.sluice.distributed.DistributedStatus.Look;
import dev.sluice.distributed.DistributedStatus.Partition;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.Table;
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
      out.println("  stands still: no instance works on it");
    }
    if (look.audit() != null) {
      out.println("  " + Verdict.of(look.audit()));
    }
    if (!look.instances().isEmpty()) {
      out.println();
      instances(look, out);
    }
    out.println();
    partitions(figures, out);
  }

  private static void instances(Look look, PrintStream out) {
    Table table = new Table("instance", "host", ">threads", ">partitions");
    for (Instance instance : look.instances()) {
      table.row(
          SafeText.word(instance.id()),
          SafeText.word(instance.host()),
          Integer.toString(instance.threads()),
          Integer.toString(instance.partitions()));
    }
    table.print(out, "  ");
  }

  private static void partitions(DistributedFigures figures, PrintStream out) {
    Table table = new Table("partition", "instance", ">committed", ">end", ">lag", ">messages/s");
    for (Partition partition : figures.look().partitions()) {
      long rate = figures.perSecond(partition);
      table.row(
          partition.name(),
          partition.instance() == null ? "–" : SafeText.word(partition.instance()),
          Long.toString(partition.committed()),
          Long.toString(partition.end()),
          Long.toString(partition.lag()),
          rate < 0 ? "–" : Long.toString(rate));
    }
    table.print(out, "  ");
  }
}
