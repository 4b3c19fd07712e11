package dev.sluice.benchmarks.ladder.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jctools.queues.MpscArrayQueue;

/** What the path is made of. */
public record Switches(
    Code code, Strings strings, Output output, Queue queue, Form form, Checks checks, Data data) {
  private static final String PROPERTY = "sluice.ladder.";

  /** How a record is made, and written into bytes. */
  public enum Code {
    /** By reflection, with a signature that is made of the method again for every record. */
    REFLECTION,
    /** By plain code as a generator writes it; the signature is a constant. */
    GENERATED
  }

  /** Who gives numbers to texts. */
  public enum Strings {
    /** The caller, in a synchronized registry; it also counts records in an atomic. */
    CALLER,
    /** The writer's thread, in a registry of its own. */
    WRITER
  }

  /** How much is written to the file at once. */
  public enum Output {
    /** Each record by itself. */
    RECORD,
    /** As many records as fit into {@link RecordFile#CHUNK_BYTES}. */
    CHUNK
  }

  /** What hands records to the writer's thread. */
  public enum Queue {
    /** The JDK's linked queue. */
    LINKED(LinkedBlockingQueue.class),
    /** The JDK's queue in an array. */
    ARRAY(ArrayBlockingQueue.class),
    /** The LMAX Disruptor for many producers. */
    DISRUPTOR(com.lmax.disruptor.RingBuffer.class),
    /** The queue of JCTools for many producers and one consumer. */
    MPSC(MpscArrayQueue.class),
    /** A synchronized circular queue; the one queue that overwrites what is not taken in time. */
    CIRCULAR(CircularQueue.class),
    /** A ring of flat rows for many producers. */
    RING(FlatRing.class);

    private final Class<?> type;

    Queue(Class<?> type) {
      this.type = type;
    }

    /** The class that holds the records. */
    public Class<?> type() {
      return type;
    }
  }

  /** What a record is between caller and writer. */
  public enum Form {
    /** An object with a field for each value. */
    OBJECT,
    /** Its bytes as they go to the file. */
    ROW
  }

  /** What else happens to a record on its way. */
  public enum Checks {
    /**
     * Configurable: whether the method is monitored is looked up, values are checked, the clock is
     * behind an interface.
     */
    CONFIGURED,
    /** Nothing. */
    HARD_CODED
  }

  /** What is recorded. */
  public enum Data {
    /** Every execution with its place in a trace. */
    EXECUTION,
    /** Every execution's begin and end. */
    DURATION,
    /** Number and sum of 1 000 executions each. */
    AGGREGATE
  }

  /** With another choice in one of them. */
  public Switches with(Enum<?> other) {
    return new Switches(
        or(code, other),
        or(strings, other),
        or(output, other),
        or(queue, other),
        or(form, other),
        or(checks, other),
        or(data, other));
  }

  private static <E extends Enum<E>> E or(E one, Enum<?> other) {
    Class<E> type = one.getDeclaringClass();
    return type.isInstance(other) ? type.cast(other) : one;
  }

  /** All of them, in the order of the components. */
  public List<Enum<?>> all() {
    return List.of(code, strings, output, queue, form, checks, data);
  }

  /**
   * What a path of these switches consists of, as {@link MonitoredPath} tells it of its objects: it
   * is written to the file, and compared with this when the file is read.
   */
  public String parts() {
    String texts = strings == Strings.CALLER ? "WithTexts " : "";
    String probe =
        switch (data) {
          case EXECUTION -> "OfExecutions";
          case DURATION -> "OfDurations";
          case AGGREGATE -> "OfAggregates";
        };
    return parts(
        queue.type,
        strings == Strings.CALLER ? Registry.Shared.class : Registry.OfWriter.class,
        data == Data.EXECUTION ? texts + executions().getSimpleName() : "",
        checks == Checks.CONFIGURED ? probe + " Checks" : probe,
        output == Output.RECORD ? 1 : RecordFile.CHUNK_BYTES / RecordLayout.EXECUTION_BYTES);
  }

  private Class<?> executions() {
    if (queue == Queue.RING) {
      return Executions.InRing.class;
    }
    if (form == Form.ROW) {
      return Executions.AsRows.class;
    }
    return code == Code.REFLECTION ? Executions.ByReflection.class : Executions.AsObjects.class;
  }

  static String parts(
      Class<?> queue, Class<?> registry, String executions, String probe, int recordsAtOnce) {
    return String.join(
        ", ",
        queue.getName(),
        registry.getName(),
        executions,
        probe,
        Integer.toString(recordsAtOnce));
  }

  /** Options of a JVM, which {@link #ofThisJvm} reads. */
  public List<String> options() {
    List<String> options = new ArrayList<>();
    for (Enum<?> one : all()) {
      options.add("-D" + property(one.getDeclaringClass()) + "=" + one.name());
    }
    return options;
  }

  static Switches ofThisJvm() {
    return new Switches(
        read(Code.class),
        read(Strings.class),
        read(Output.class),
        read(Queue.class),
        read(Form.class),
        read(Checks.class),
        read(Data.class));
  }

  private static String property(Class<?> type) {
    return PROPERTY + type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E read(Class<E> type) {
    return Enum.valueOf(type, System.getProperty(property(type)));
  }
}
