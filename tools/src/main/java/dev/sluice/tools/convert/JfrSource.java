package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.Field.Role;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Events of the Java VM's flight recorder, of a file: a record type for each type of events, {@code
 * jdk.GCPhasePause} as {@code jfr.jdk.gc_phase_pause}, with the fields of the event. Threads,
 * classes and stacks are symbols, of other structures each number is a field, instants and
 * durations are in nanoseconds.
 */
record JfrSource(Path path) implements RecordSource {
  /** How deep structures lie within each other at most; threads and classes have circles. */
  private static final int DEPTH = 3;

  private static final Map<String, FieldType> NUMBERS =
      Map.of(
          "boolean", FieldType.BOOLEAN,
          "byte", FieldType.BYTE,
          "char", FieldType.CHAR,
          "short", FieldType.SHORT,
          "int", FieldType.INT,
          "long", FieldType.LONG,
          "float", FieldType.FLOAT,
          "double", FieldType.DOUBLE);

  /** Structures that are one text. */
  private static final List<String> TEXTS =
      List.of(
          "java.lang.String",
          "java.lang.Class",
          "java.lang.Thread",
          "jdk.types.ClassLoader",
          "jdk.types.Method",
          "jdk.types.StackTrace");

  /** Where a field's value is in an event. */
  private record Value(String path, Field field, boolean isSpan) {}

  private record Shape(RecordType type, List<Value> values) {}

  @Override
  public void read(RecordTarget target, ConvertReport report) throws IOException {
    Origin origin = new Origin(path, path.getFileName().toString(), Attributes.of(Map.of()));
    Map<Long, Shape> shapes = new HashMap<>();
    ParsedRecord record = new ParsedRecord();
    report.expect(path);
    try (RecordingFile file = open()) {
      for (RecordedEvent event = next(file, report); event != null; event = next(file, report)) {
        EventType type = event.getEventType();
        Shape shape = shapes.computeIfAbsent(type.getId(), absent -> shape(type));
        record.begin(shape.type);
        for (int i = 0; i < shape.values.size(); i++) {
          put(record, i, shape.values.get(i), event);
        }
        target.take(record, origin, report);
        if (type.getName().equals("jdk.DataLoss")) {
          report.lost("bytes that the flight recorder had no room for", event.getLong("amount"));
        }
      }
    }
  }

  private RecordingFile open() {
    try {
      return new RecordingFile(path);
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
  }

  private ToolException unreadable(Exception why) {
    return new ToolException(path + " is no recording that can be read: " + why.getMessage());
  }

  /** The next event, null if there is none; what is behind damage is lost, and told. */
  private RecordedEvent next(RecordingFile file, ConvertReport report) {
    try {
      return file.hasMoreEvents() ? file.readEvent() : null;
    } catch (IOException | RuntimeException e) { // of damaged files the JDK's parser throws any
      if (report.records() == 0) {
        throw unreadable(e);
      }
      report.lost("rest of a damaged recording, behind event " + report.records(), 1);
      return null;
    }
  }

  private static Shape shape(EventType type) {
    List<Value> values = new ArrayList<>();
    for (ValueDescriptor field : type.getFields()) {
      add(values, "", field, DEPTH);
    }
    List<Value> known = values.subList(0, Math.min(values.size(), RecordType.MAX_FIELDS));
    return new Shape(
        new RecordType(name(type.getName()), 1, known.stream().map(Value::field).toList()), known);
  }

  /** As {@code jdk.GCPhasePause}: jfr.jdk.gc_phase_pause. */
  private static String name(String event) {
    String snake =
        event
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9_.]", "_")
            .replaceAll("(?<=\\.|^)(?=[^a-z])|\\.(?=\\.|$)", "x");
    String name = "jfr." + snake;
    return name.substring(0, Math.min(name.length(), RecordType.MAX_NAME_LENGTH));
  }

  private static void add(List<Value> values, String within, ValueDescriptor field, int depth) {
    String path = within + field.getName();
    String name = path.equals("type") ? "eventType" : path;
    FieldType number = field.isArray() ? null : NUMBERS.get(field.getTypeName());
    if (number != null) {
      boolean isTime = "jdk.jfr.Timestamp".equals(field.getContentType());
      boolean isSpan = "jdk.jfr.Timespan".equals(field.getContentType());
      Role role = path.equals("startTime") ? Role.RECORD_TIME : isTime ? Role.TIMESTAMP : null;
      values.add(
          new Value(
              path, new Field(name, number, Objects.requireNonNullElse(role, Role.PLAIN)), isSpan));
    } else if (TEXTS.contains(field.getTypeName()) || field.isArray() || depth == 0) {
      values.add(new Value(path, new Field(name, FieldType.STRING, Role.SYMBOL), false));
    } else {
      field.getFields().forEach(inner -> add(values, path + ".", inner, depth - 1));
    }
  }

  private static void put(ParsedRecord record, int at, Value value, RecordedEvent event) {
    if (value.field.isInstant()) {
      Instant instant = event.getInstant(value.path);
      record.set(at, TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano());
    } else if (value.isSpan) {
      Duration span = event.getDuration(value.path);
      record.set(at, TimeUnit.NANOSECONDS.convert(span));
    } else {
      Object one = event.getValue(value.path);
      if (one instanceof Boolean flag) {
        record.set(at, flag ? 1L : 0L);
      } else if (one instanceof Character letter) {
        record.set(at, (long) letter);
      } else if (one instanceof Float || one instanceof Double) {
        record.set(at, ((Number) one).doubleValue());
      } else if (one instanceof Number number) {
        record.set(at, number.longValue());
      } else {
        record.set(at, text(one));
      }
    }
  }

  private static String text(Object value) {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    if (value instanceof RecordedThread thread) {
      return thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    }
    if (value instanceof RecordedClass type) {
      return type.getName();
    }
    if (value instanceof RecordedClassLoader loader) {
      return loader.getType() == null ? loader.getName() : loader.getType().getName();
    }
    if (value instanceof RecordedMethod method) {
      return method.getType().getName() + "." + method.getName();
    }
    if (value instanceof RecordedStackTrace stack) {
      return stack.getFrames().stream().map(JfrSource::frame).collect(Collectors.joining("; "));
    }
    return value instanceof RecordedObject ? null : value.toString();
  }

  private static String frame(RecordedFrame frame) {
    return text(frame.getMethod()) + ":" + frame.getLineNumber();
  }
}
