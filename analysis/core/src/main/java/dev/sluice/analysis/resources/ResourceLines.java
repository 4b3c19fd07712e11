package dev.sluice.analysis.resources;

import dev.sluice.analysis.SelectedRows;
import dev.sluice.analysis.StateCodec;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What samplers recorded, as time lines: one for each number of a record, host and instance, such
 * as a processor or a garbage collector. At most {@value #MOST_LINES} lines. For one thread.
 */
public final class ResourceLines {
  /** Most lines; values of others are counted. */
  public static final int MOST_LINES = 2048;

  /** Maximum length of the name of a host, an instance or a pause, in characters. */
  private static final int MAX_CHARS = 512;

  /** Pauses, of our own recording and of a converted one of the VM. */
  private static final String PAUSE = "sluice.gc_pause";

  private static final String CONVERTED = "jfr.jdk.gc_phase_pause";
  private static final String LOCK_WAIT = "sluice.lock_wait";

  /** Types that are no lines. */
  private static final Set<String> OTHERS = Set.of(PAUSE, CONVERTED, LOCK_WAIT);

  /** The types of records that samplers and the VM's flight recorder emit, without version. */
  public static final Set<String> TYPES =
      Set.of(
          PAUSE,
          CONVERTED,
          LOCK_WAIT,
          "sluice.class_loading",
          "sluice.compilation",
          "sluice.cpu_utilization",
          "sluice.disk_usage",
          "sluice.garbage_collection",
          "sluice.gc_heap",
          "sluice.jfr_data_loss",
          "sluice.jfr_recording",
          "sluice.jvm_cpu",
          "sluice.jvm_heap",
          "sluice.load_average",
          "sluice.mem_swap_usage",
          "sluice.network_utilization",
          "sluice.threads_status");

  private final Map<Series, TimeLine> lines = new HashMap<>();
  private final Map<Series, TimeLine[]> groups = new HashMap<>();
  private final VmPauses pauses = new VmPauses();
  private final LockWaits waits = new LockWaits();
  private long beyond;
  private RecordType known;
  private int[] texts = {};
  private int[] numbers = {};

  /**
   * What a line is of.
   *
   * @param producer id of the producer
   * @param type of the records, without version
   * @param instance the texts of the record, such as host and processor, separated by blanks
   * @param field the number's name
   */
  public record Series(long producer, String type, String instance, String field)
      implements Comparable<Series> {
    @Override
    public int compareTo(Series other) {
      int order = type.compareTo(other.type);
      order = order != 0 ? order : instance.compareTo(other.instance);
      order = order != 0 ? order : field.compareTo(other.field);
      return order != 0 ? order : Long.compare(producer, other.producer);
    }
  }

  /** Takes rows of a batch; those of other types than {@link #TYPES} are ignored. */
  public void accept(ColumnBatch batch, int[] selected, int count, long producer) {
    RecordType type = batch.type();
    if (!TYPES.contains(type.name()) || type.recordTimeField() < 0) {
      return;
    }
    int rows = SelectedRows.count(batch, selected, count);
    int[] at = SelectedRows.of(batch, selected);
    if (OTHERS.contains(type.name())) {
      for (int i = 0; i < rows; i++) {
        other(new Row(batch, at[i]), producer);
      }
    } else {
      values(batch, at, rows, producer);
    }
  }

  private void values(ColumnBatch batch, int[] at, int rows, long producer) {
    RecordType type = batch.type();
    if (known != type) {
      meet(type);
    }
    int timeAt = batch.start(type.recordTimeField());
    for (int i = 0; i < rows; i++) {
      TimeLine[] of = linesOf(producer, type, instance(batch, at[i]));
      for (int k = 0; k < of.length; k++) {
        if (of[k] == null) {
          beyond++;
        } else {
          of[k].add(batch.values()[timeAt + at[i]], value(batch, numbers[k], at[i]));
        }
      }
    }
  }

  /** A row; what is not there is empty, or 0. */
  private record Row(ColumnBatch batch, int row) {
    long number(String name) {
      int field = batch.type().indexOf(name);
      return field < 0 ? 0 : batch.values()[batch.start(field) + row];
    }

    String text(String name) {
      int field = batch.type().indexOf(name);
      boolean isText = field >= 0 && batch.type().fields().get(field).type().isText();
      String text = isText ? batch.text(number(name)) : null;
      return text == null ? "" : cut(text);
    }
  }

  private void other(Row row, long producer) {
    RecordType type = row.batch.type();
    long time = row.batch.values()[row.batch.start(type.recordTimeField()) + row.row];
    long nanos = Math.max(0, row.number("duration"));
    if (type.name().equals(LOCK_WAIT)) {
      String owner = row.text("ownerName").replaceAll("\\d+", "#");
      waits.add(
          new LockWaits.Place(row.text("lockClass"), row.text("place"), owner),
          new LockWaits.Wait(1, nanos, nanos));
    } else {
      boolean ours = type.name().equals(PAUSE); // has the end, as executions do
      long begin = ours ? time - nanos : time;
      pauses.add(new VmPauses.Pause(producer, begin, nanos, row.text(ours ? "phase" : "name")));
    }
  }

  private static String cut(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "…";
  }

  private void meet(RecordType type) {
    known = type;
    texts = fields(type, field -> field.type().isText());
    numbers = fields(type, field -> !field.type().isReference() && !field.isInstant());
  }

  private static int[] fields(RecordType type, Predicate<Field> wanted) {
    List<Field> all = type.fields();
    return IntStream.range(0, all.size()).filter(i -> wanted.test(all.get(i))).toArray();
  }

  private String instance(ColumnBatch batch, int row) {
    String instance = "";
    for (int field : texts) {
      String text = batch.text(batch.values()[batch.start(field) + row]);
      if (text != null) {
        instance = instance.isEmpty() ? text : instance + " " + text;
      }
    }
    return cut(instance);
  }

  private static double value(ColumnBatch batch, int field, int row) {
    long bits = batch.values()[batch.start(field) + row];
    FieldType type = batch.type().fields().get(field).type();
    return type.isIntegral() ? bits : type.toDouble(bits);
  }

  private TimeLine[] linesOf(long producer, RecordType type, String instance) {
    Series group = new Series(producer, type.name(), instance, "");
    TimeLine[] of = groups.get(group);
    if (of == null || of.length != numbers.length) {
      of = new TimeLine[numbers.length];
      for (int k = 0; k < of.length; k++) {
        String field = type.fields().get(numbers[k]).name();
        Series series = new Series(producer, type.name(), instance, field);
        if (lines.size() < MOST_LINES || lines.containsKey(series)) {
          of[k] = lines.computeIfAbsent(series, absent -> new TimeLine());
        }
      }
      if (groups.size() < MOST_LINES) {
        groups.put(group, of);
      }
    }
    return of;
  }

  /** Writes or reads all lines. */
  public void state(StateCodec codec) throws IOException {
    codec.name("lines 3");
    Series none = new Series(0, "", "", "");
    for (Series of : codec.each(new TreeMap<>(lines).keySet(), MOST_LINES, none)) {
      Series series =
          new Series(
              codec.number(of.producer()),
              codec.given(of.type()),
              codec.given(of.instance()),
              codec.given(of.field()));
      lines.computeIfAbsent(series, absent -> new TimeLine()).state(codec);
    }
    beyond = codec.number(beyond);
    pauses.state(codec);
    waits.state(codec);
  }

  /** Adds what another partition has. */
  public void merge(ResourceLines other) {
    beyond += other.beyond;
    pauses.merge(other.pauses);
    waits.merge(other.waits);
    other.lines.forEach(
        (series, line) -> {
          if (lines.size() < MOST_LINES || lines.containsKey(series)) {
            lines.computeIfAbsent(series, absent -> new TimeLine()).merge(line);
          } else {
            beyond += line.values();
          }
        });
  }

  /** All lines, by type, instance and field. */
  public Map<Series, TimeLine> lines() {
    return new TreeMap<>(lines);
  }

  /** When Java VMs stood still. */
  public VmPauses pauses() {
    return pauses;
  }

  /** Waits of threads for locks. */
  public LockWaits waits() {
    return waits;
  }

  /** Values of lines that are not kept because there are too many. */
  public long beyond() {
    return beyond;
  }
}
