package dev.sluice.agent.presets;

import dev.sluice.agent.objects.Calls;
import dev.sluice.agent.places.Around;
import dev.sluice.agent.places.Messages;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.KafkaMessagesWriter;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** The preset {@code kafka}: messages that are sent, that come and that are handled, by topic. */
final class KafkaClients {
  private final Probes probes;
  private final Groups groups;
  private final Groups.Group unnamed;
  private final KafkaMessagesWriter records;
  private final Symbol send;
  private final Symbol poll;
  private final Symbol process;

  /** What the thread handles of what came last. */
  private final ThreadLocal<Handled> handling = new ThreadLocal<>();

  KafkaClients(Probes probes, RowSink sink, Consumer<String> full) {
    this.probes = probes;
    groups = new Groups(probes, sink, "topics", full);
    unnamed = groups.other("kafka");
    records = KafkaMessagesWriter.create(sink);
    send = sink.symbol("send");
    poll = sink.symbol("poll");
    process = sink.symbol("process");
  }

  Around.Ending send(Object self, Object message, Object callback) {
    OpenExecution execution = OpenExecution.begin(unnamed.operation());
    return execution == null
        ? null
        : (result, failure) -> {
          Groups.Group group = of(message, send);
          execution.end(group.operation(), failure != null);
          emit(execution, group, message, send);
          return result;
        };
  }

  /** The topic of a message. */
  private Groups.Group of(Object message, Symbol direction) {
    try {
      return group((String) Calls.call(message, "topic"), direction);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return unnamed;
    }
  }

  private Groups.Group group(String topic, Symbol direction) {
    String kind = "kafka " + direction.value();
    return groups.of(kind + " " + topic, topic, kind);
  }

  private void emit(OpenExecution execution, Groups.Group group, Object message, Symbol direction) {
    Object partition = null;
    try {
      partition = Calls.call(message, "partition");
    } catch (ReflectiveOperationException | RuntimeException e) {
      // As one that nobody has chosen.
    }
    emit(execution, group, partition == null ? -1 : (int) partition, 1, direction);
  }

  private void emit(
      OpenExecution execution, Groups.Group group, int partition, int count, Symbol direction) {
    if (execution.isRecorded()) {
      records.emit(
          System.nanoTime(),
          execution.traceId(),
          execution.orderIndex(),
          group.name(),
          partition,
          count,
          direction);
    }
  }

  /** What came before is handled. One that brings nothing is none: there may be many a second. */
  Around.Ending poll(Object self, Object none, Object nothing) {
    finish();
    long tin = System.nanoTime();
    return (result, failure) -> {
      if (result != null && (int) Calls.call(result, "count") > 0) {
        came(result, tin);
      }
      return result;
    };
  }

  private void came(Object messages, long tin) throws ReflectiveOperationException {
    OpenExecution execution = OpenExecution.begin(unnamed.operation(), tin);
    if (execution == null) {
      return;
    }
    Groups.Group group = unnamed;
    List<Came> all = List.of();
    try {
      all = execution.isRecorded() ? came(messages) : all;
      boolean isOne = all.stream().map(Came::topic).distinct().count() == 1;
      group = isOne ? group(all.get(0).topic, poll) : groups.other("kafka poll");
    } finally {
      execution.end(group.operation(), false);
    }
    for (Came one : all) {
      emit(execution, group(one.topic, poll), one.partition, one.count, poll);
    }
  }

  private record Came(String topic, int partition, int count) {}

  /** Not by their iterator: nobody handles them yet. */
  private List<Came> came(Object messages) throws ReflectiveOperationException {
    List<Came> all = new ArrayList<>();
    for (Object partition : (Collection<?>) Calls.call(messages, "partitions")) {
      Method of = messages.getClass().getMethod("records", partition.getClass());
      all.add(
          new Came(
              (String) Calls.call(partition, "topic"),
              (int) Calls.call(partition, "partition"),
              ((Collection<?>) of.invoke(messages, partition)).size()));
    }
    return all;
  }

  Around.Ending messages(Object self, Object none, Object nothing) {
    return (result, failure) ->
        result instanceof Iterator<?> iterator && probes.thread() != null
            ? new Handled(iterator)
            : result;
  }

  private void finish() {
    Handled last = handling.get();
    if (last != null) {
      handling.remove();
      last.finish();
    }
  }

  /** A message is handled until the next is asked for, or others are. */
  private final class Handled extends Messages {
    private OpenExecution current;
    private Object message;

    Handled(Iterator<?> from) {
      super(from);
    }

    @Override
    protected void left() {
      KafkaClients.this.finish();
    }

    @Override
    protected void ended() {}

    @Override
    protected void taken(Object taken) {
      message = taken;
      handling.set(this);
      current = OpenExecution.begin(unnamed.operation());
    }

    void finish() {
      OpenExecution execution = current;
      if (execution == null) {
        return;
      }
      current = null;
      Groups.Group group = of(message, process);
      if (execution.isInnermost()) {
        execution.end(group.operation(), false);
      } else {
        execution.endElsewhere(group.operation(), false);
      }
      emit(execution, group, message, process);
    }
  }
}
