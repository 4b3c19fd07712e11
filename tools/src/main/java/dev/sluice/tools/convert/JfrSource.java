package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Events of the Java VM's flight recorder, of a file: a record type for each type of events, {@code
 * jdk.GCPhasePause} as {@code jfr.jdk.gc_phase_pause}, with the fields of the event. Threads,
 * classes and stacks are symbols, of other structures each number is a field, instants and
 * durations are in nanoseconds. Errors of the JDK's parser are damage of a part: what was read of
 * it is kept, and the next part is read.
 */
record JfrSource(Path path) implements RecordSource {
  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    Reading reading = new Reading(target, report);
    try (JfrParts parts = new JfrParts(path, report)) {
      Path part = parts.next();
      reading.damage = part == null ? "it does not contain the header of one" : null;
      for (; part != null; part = parts.next()) {
        reading.read(part, parts.events());
      }
    }
    if (report.records() == 0 && reading.damage != null) {
      throw new ToolException(path + " is not a readable recording: " + reading.damage);
    }
  }

  private final class Reading {
    private final Origin origin =
        new Origin(path, path.getFileName().toString(), Attributes.of(Map.of()));
    private final ParsedRecord record = new ParsedRecord();
    private final Map<Long, JfrShape> shapes = new HashMap<>();
    private final JfrNames names;
    private final RecordTarget target;
    private final ConvertReport report;
    private String damage;
    private boolean isDamaged;

    Reading(RecordTarget target, ConvertReport report) {
      this.target = target;
      this.report = report;
      names = new JfrNames(report);
    }

    /** Reads a part that has this number of events if it is whole. */
    void read(Path part, long events) throws IOException {
      shapes.clear(); // identifiers of types hold for a part
      isDamaged = false;
      long read = 0;
      try (RecordingFile file = parsed(() -> new RecordingFile(part))) {
        Callable<RecordedEvent> next = () -> file.hasMoreEvents() ? file.readEvent() : null;
        RecordedEvent event = file == null ? null : parsed(next);
        for (; event != null; event = parsed(next)) {
          read++;
          take(event);
        }
        if (isDamaged && file != null) {
          read += takeEvent(part, read);
        }
      }
      if (isDamaged) {
        report.lost("rest of a damaged recording, after event " + report.records(), 1);
      } else if (events > read) {
        report.lost("events of types that the recording does not describe", events - read);
      }
    }

    /**
     * Returns what the JDK's parser returns; null if it throws, which may be anything in damaged
     * files.
     */
    private <T> T parsed(Callable<T> parser) {
      try {
        return parser.call();
      } catch (Exception | VirtualMachineError e) {
        isDamaged = true;
        damage = e.toString();
        return null;
      }
    }

    /** Takes the whole event before damage, with which {@link RecordingFile} read ahead. */
    private int takeEvent(Path part, long number) throws IOException {
      RecordedEvent[] last = new RecordedEvent[1];
      long[] seen = new long[1];
      EventStream stream = EventStream.openFile(part);
      stream.setOrdered(false);
      stream.setReuse(false);
      stream.onEvent(
          event -> {
            if (seen[0]++ == number) {
              last[0] = event;
              stream.close(); // before it comes to the damage
            }
          });
      stream.start();
      stream.close();
      if (last[0] == null) {
        return 0;
      }
      take(last[0]);
      return 1;
    }

    private void take(RecordedEvent event) throws IOException {
      EventType type = event.getEventType();
      try {
        JfrShape shape = shapes.get(type.getId());
        if (shape == null) {
          String name = names.of(type.getName());
          if (name == null) {
            report.lost("events of types beyond the limit or with names that are too long", 1);
            return;
          }
          shape = JfrShape.of(name, type);
          shapes.put(type.getId(), shape);
        }
        shape.read(event, record, report);
        int amount = shape.type().indexOf("amount");
        if (type.getName().equals("jdk.DataLoss") && amount >= 0 && record.longValue(amount) > 0) {
          report.lost(
              "bytes lost by the flight recorder because its buffers were full",
              record.longValue(amount));
        }
      } catch (RuntimeException | VirtualMachineError e) {
        report.lost("events with a value that cannot be read", 1);
        return;
      }
      target.take(record, origin, report);
    }
  }
}
