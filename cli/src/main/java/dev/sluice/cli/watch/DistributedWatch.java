package dev.sluice.cli.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.config.Endpoint;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Table;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.Verdict;
import dev.sluice.distributed.DistributedStatus;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Shows a distributed analysis in the terminal, again and again. */
final class DistributedWatch {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Terminal terminal;
  private final boolean json;
  private long recordsBefore = -1;
  private long timeBefore;

  /** Writes to that terminal, as JSON a line each time or as tables. */
  DistributedWatch(Terminal terminal, boolean json) {
    this.terminal = terminal;
    this.json = json;
  }

  /**
   * Shows it until the latch is open.
   *
   * @param id of the application; null for the default
   * @param untilEnd whether to end as soon as nothing is left to be done
   */
  void run(Endpoint source, String id, long everyNanos, boolean untilEnd, CountDownLatch stopped)
      throws IOException {
    try (DistributedStatus status = DistributedStatus.of(source, id)) {
      boolean more = true;
      while (more) {
        DistributedStatus.Look look = status.look();
        show(status.applicationId(), look);
        boolean done = look.audit() != null && look.lag() == 0;
        more = !(untilEnd && done) && !stopped.await(everyNanos, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(String id, DistributedStatus.Look look) throws IOException {
    long now = System.nanoTime();
    long records = look.audit() == null ? 0 : look.audit().records();
    double rate =
        recordsBefore < 0 ? 0 : Math.max(0, records - recordsBefore) * NANOS / (now - timeBefore);
    recordsBefore = records;
    timeBefore = now;
    if (json) {
      write(id, look, rate);
      return;
    }
    terminal.clearScreen();
    PrintStream out = terminal.printer();
    print(id, look, rate, out);
    out.flush();
  }

  private static void print(String id, DistributedStatus.Look look, double rate, PrintStream out) {
    Audit audit = look.audit();
    out.println(
        id
            + ": "
            + Figures.count(look.instances().size(), "instance")
            + ", "
            + Figures.count(audit == null ? 0 : audit.records(), "record")
            + " analysed, "
            + Figures.count(Math.round(rate), "record")
            + "/s, lag "
            + Figures.count(look.lag(), "message"));
    if (audit != null) {
      out.println("  " + Verdict.of(audit));
    }
    if (!look.instances().isEmpty()) {
      out.println();
      Table instances = new Table("instance", "host", ">threads", ">partitions");
      for (DistributedStatus.Instance instance : look.instances()) {
        instances.row(
            instance.id(),
            instance.host(),
            Integer.toString(instance.threads()),
            Integer.toString(instance.partitions()));
      }
      instances.print(out, "  ");
    }
    out.println();
    Table partitions = new Table("partition", "instance", ">committed", ">lag");
    for (DistributedStatus.Partition partition : look.partitions()) {
      partitions.row(
          partition.name(),
          partition.instance() == null ? "–" : partition.instance(),
          Long.toString(partition.committed()),
          Long.toString(partition.lag()));
    }
    partitions.print(out, "  ");
  }

  private void write(String id, DistributedStatus.Look look, double rate) throws IOException {
    OutputStream out = terminal.out();
    JsonFactory factory = new JsonFactory();
    try (JsonGenerator to =
        factory.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      to.writeStartObject();
      to.writeStringField("applicationId", id);
      to.writeNumberField("recordsPerSecond", Math.round(rate));
      to.writeNumberField("lag", look.lag());
      Audit audit = look.audit();
      to.writeNumberField("records", audit == null ? 0 : audit.records());
      to.writeNumberField("chunks", audit == null ? 0 : audit.chunks());
      to.writeNumberField("damaged", audit == null ? 0 : audit.damaged());
      to.writeNumberField(
          "gaps",
          audit == null ? 0 : audit.producers().stream().mapToLong(ProducerAudit::gaps).sum());
      to.writeNumberField(
          "dropped",
          audit == null ? 0 : audit.producers().stream().mapToLong(p -> p.dropped().total()).sum());
      to.writeArrayFieldStart("instances");
      for (DistributedStatus.Instance instance : look.instances()) {
        to.writeStartObject();
        to.writeStringField("id", instance.id());
        to.writeStringField("host", instance.host());
        to.writeNumberField("threads", instance.threads());
        to.writeNumberField("partitions", instance.partitions());
        to.writeEndObject();
      }
      to.writeEndArray();
      to.writeArrayFieldStart("partitions");
      for (DistributedStatus.Partition partition : look.partitions()) {
        to.writeStartObject();
        to.writeStringField("name", partition.name());
        to.writeStringField("instance", partition.instance());
        to.writeNumberField("committed", partition.committed());
        to.writeNumberField("lag", partition.lag());
        to.writeEndObject();
      }
      to.writeEndArray();
      to.writeEndObject();
      to.writeRaw('\n');
    }
    out.flush();
  }
}
