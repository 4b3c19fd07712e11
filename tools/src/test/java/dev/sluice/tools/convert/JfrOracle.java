package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.Unsigned;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What the JDK's own reader finds in a recording of one part.
 *
 * @param events each with the name of its type, then the name and the value of each field
 * @param end what ended the reading before the end, or null
 * @param unreadable events whose values it cannot read
 * @param unknown events whose types the recording does not describe
 */
record JfrOracle(
    byte[] bytes, List<List<Object>> events, Throwable end, long unreadable, long unknown) {
  private static final Set<String> NUMBERS =
      Set.of("boolean", "byte", "char", "short", "int", "long", "float", "double");
  private static final Set<String> TEXTS =
      Set.of(
          "java.lang.Class",
          "java.lang.Thread",
          "jdk.types.ClassLoader",
          "jdk.types.Method",
          "jdk.types.StackTrace");

  static JfrOracle of(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    List<List<Object>> events = new ArrayList<>();
    Throwable end = null;
    long unreadable = 0;
    boolean isOpen = false;
    try (RecordingFile recording = new RecordingFile(file)) {
      isOpen = true;
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        try {
          events.add(values(event));
        } catch (RuntimeException e) {
          unreadable++;
        }
      }
    } catch (IOException | RuntimeException | VirtualMachineError e) {
      end = e;
    }
    if (end != null && isOpen) {
      unreadable += last(file, events.size() + unreadable, events);
    }
    long read = events.size() + unreadable;
    return new JfrOracle(bytes, events, end, unreadable, end == null ? count(bytes) - read : 0);
  }

  /** Adds the event before damage, which the JDK's reader has when it throws. */
  private static int last(Path file, long number, List<List<Object>> events) throws IOException {
    long[] seen = new long[2];
    EventStream stream = EventStream.openFile(file);
    stream.setOrdered(false);
    stream.onEvent(
        event -> {
          if (seen[0]++ == number) {
            seen[1] = 1;
            stream.close();
            events.add(values(event));
            seen[1] = 0;
          }
        });
    stream.onError(failure -> {});
    stream.start();
    return (int) seen[1];
  }

  /** Types are not compared by name, but one for one; names of fields if they are plain. */
  static void assertSame(List<List<Object>> expected, List<List<Object>> actual) {
    Map<Object, Object> there = new HashMap<>();
    Map<Object, Object> back = new HashMap<>();
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      List<Object> event = expected.get(i);
      List<Object> record = actual.get(i);
      assertThat(there.computeIfAbsent(event.get(0), absent -> record.get(0)))
          .as("event %s: %s", i, event)
          .isEqualTo(record.get(0));
      assertThat(back.computeIfAbsent(record.get(0), absent -> event.get(0)))
          .as("event %s: %s", i, event)
          .isEqualTo(event.get(0));
      assertThat(record.size()).as("event %s: %s", i, event).isEqualTo(event.size());
      for (int field = 1; field < event.size(); field += 2) {
        String name = (String) event.get(field);
        boolean isPlain = !name.equals("type") && name.length() < 200;
        if (isPlain && event.indexOf(name) == field && event.lastIndexOf(name) == field) {
          assertThat(record.get(field)).as("event %s: %s", i, event).isEqualTo(name);
        }
        assertThat(record.get(field + 1))
            .as("%s of event %s: %s", name, i, event)
            .isEqualTo(event.get(field + 1));
      }
    }
    assertThat(actual.size()).isEqualTo(expected.size());
  }

  private static List<Object> values(RecordedEvent event) {
    List<Object> values = new ArrayList<>(List.of(event.getEventType().getName()));
    add(values, "", event, event.getEventType().getFields(), 3);
    return values;
  }

  /** {@code within} is null if the structure is. */
  private static void add(
      List<Object> values,
      String prefix,
      RecordedObject within,
      List<ValueDescriptor> fields,
      int depth) {
    for (ValueDescriptor field : fields) {
      String name = field.getName();
      Object value = within == null ? null : within.getValue(name);
      boolean isStructure = !field.getFields().isEmpty() && !TEXTS.contains(field.getTypeName());
      if (isStructure && !field.isArray() && depth > 0) {
        add(values, prefix + name + ".", (RecordedObject) value, field.getFields(), depth - 1);
      } else {
        values.add(prefix + name);
        boolean isNumber = NUMBERS.contains(field.getTypeName()) && !field.isArray();
        values.add(isNumber ? number(field, within, value) : text(value));
      }
    }
  }

  private static Object number(ValueDescriptor field, RecordedObject within, Object value) {
    boolean isReal = Set.of("float", "double").contains(field.getTypeName());
    if (value == null) {
      return isReal ? (Object) 0.0 : (Object) 0L;
    }
    if (isReal) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof Boolean flag) {
      return flag ? 1L : 0L;
    }
    Timestamp stamp = field.getAnnotation(Timestamp.class);
    if (stamp != null) {
      return clamped(nanos(within, field.getName(), asNumber(value), stamp));
    }
    Timespan span = field.getAnnotation(Timespan.class);
    if (span != null) {
      Duration duration = within.getDuration(field.getName());
      return clamped(
          BigInteger.valueOf(duration.getSeconds())
              .multiply(BigInteger.valueOf(1_000_000_000))
              .add(BigInteger.valueOf(duration.getNano())));
    }
    return field.getAnnotation(Unsigned.class) != null
        ? within.getLong(field.getName())
        : asNumber(value).longValue();
  }

  private static Number asNumber(Object value) {
    return value instanceof Character letter ? Long.valueOf(letter) : (Number) value;
  }

  private static BigInteger nanos(
      RecordedObject within, String name, Number value, Timestamp stamp) {
    try {
      Instant instant = within.getInstant(name);
      return BigInteger.valueOf(instant.getEpochSecond())
          .multiply(BigInteger.valueOf(1_000_000_000))
          .add(BigInteger.valueOf(instant.getNano()));
    } catch (DateTimeException e) {
      return BigInteger.valueOf(value.longValue()).shiftLeft(64);
    }
  }

  private static long clamped(BigInteger value) {
    return value
        .min(BigInteger.valueOf(Long.MAX_VALUE))
        .max(BigInteger.valueOf(Long.MIN_VALUE))
        .longValue();
  }

  private static String text(Object value) {
    if (value instanceof RecordedThread thread) {
      return Objects.requireNonNullElse(thread.getJavaName(), thread.getOSName());
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
      return stack.getFrames().stream()
          .map(frame -> text(frame.getMethod()) + ":" + frame.getLineNumber())
          .collect(Collectors.joining("; "));
    }
    return value instanceof Object[] array ? Arrays.toString(array) : Objects.toString(value, null);
  }

  /**
   * Whether the JDK would read events again that it has read, because the size of one is below 1.
   */
  static boolean goesBack(byte[] bytes) {
    ByteBuffer part = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 9));
    for (long at = 68, size; at < bytes.length; at += size) {
      size = (int) number(part.position((int) at));
      if (size < 1) {
        return true;
      }
    }
    return false;
  }

  /** Walks over the events of a part by their sizes. */
  private static long count(byte[] bytes) {
    long count = 0;
    ByteBuffer part = ByteBuffer.wrap(bytes);
    for (int at = 68; at < bytes.length; ) {
      part.position(at);
      at += (int) number(part);
      count += number(part) > 1 ? 1 : 0;
    }
    return count;
  }

  private static long number(ByteBuffer from) {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      long next = from.get();
      value |= (next & 0x7f) << 7 * i;
      if (next >= 0) {
        return value;
      }
    }
    return value | (long) from.get() << 56;
  }
}
