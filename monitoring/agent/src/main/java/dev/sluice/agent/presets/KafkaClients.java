package dev.sluice.agent.presets;

import dev.sluice.agent.objects.Calls;
import dev.sluice.agent.places.Around;
import dev.sluice.agent.places.Messages;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.KafkaMessagesWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** Preset {@code kafka}: records sent, received and handled messages, by topic. */
final class KafkaClients {
  private final Probes probes;
  private final Groups groups;
  private final Groups.Group unnamed;
  private final KafkaMessagesWriter records;
  private final Symbol send;
  private final Symbol poll;
  private final Symbol process;

  /** Messages that the thread received last and handles. */
  private final ThreadLocal<HandledMessages> handling = new ThreadLocal<>();

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
          Batch sent = of(message, 1);
          execution.end(group(sent, send).operation(), failure != null);
          emit(execution, sent, send);
          return result;
        };
  }

  /**
   * Messages of a partition.
   *
   * @param topic null if it is not known
   * @param partition -1 if nobody has chosen one
   */
  private record Batch(String topic, int partition, int count) {}

  private static Batch of(Object messageOrPartition, int count) {
    try {
      String topic = (String) Calls.call(messageOrPartition, "topic");
      Object partition = Calls.call(messageOrPartition, "partition");
      return new Batch(topic, partition == null ? -1 : (int) partition, count);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return new Batch(null, -1, count);
    }
  }

  private Groups.Group group(Batch batch, Symbol direction) {
    String kind = "kafka " + direction.value();
    return batch.topic == null ? unnamed : groups.of(kind + " " + batch.topic, batch.topic, kind);
  }

  private void emit(OpenExecution execution, Batch batch, Symbol direction) {
    if (execution.isRecorded()) {
      records.emit(
          System.nanoTime(),
          execution.traceId(),
          execution.orderIndex(),
          group(batch, direction).name(),
          batch.partition,
          batch.count,
          direction);
    }
  }

  /**
   * Begins a poll, which ends the handling of earlier messages. A poll without messages is not
   * recorded, because there may be many a second.
   */
  Around.Ending poll(Object self, Object none, Object nothing) {
    finish();
    long tin = System.nanoTime();
    return (result, failure) -> {
      if (result != null && (int) Calls.call(result, "count") > 0) {
        received(result, tin);
      }
      return result;
    };
  }

  private void received(Object messages, long tin) throws ReflectiveOperationException {
    OpenExecution execution = OpenExecution.begin(unnamed.operation(), tin);
    if (execution == null) {
      return;
    }
    Groups.Group group = unnamed;
    List<Batch> all = new ArrayList<>();
    try {
      if (execution.isRecorded()) {
        Messages.byPartition(messages)
            .forEach((partition, list) -> all.add(of(partition, list.size())));
      }
      boolean isOne = all.stream().map(Batch::topic).distinct().count() == 1;
      group = isOne ? group(all.get(0), poll) : groups.other("kafka poll");
    } finally {
      execution.end(group.operation(), false);
    }
    all.forEach(one -> emit(execution, one, poll));
  }

  Around.Ending messages(Object self, Object none, Object nothing) {
    return (result, failure) ->
        result instanceof Iterator<?> iterator && probes.thread() != null
            ? new HandledMessages(iterator)
            : result;
  }

  private void finish() {
    HandledMessages last = handling.get();
    if (last != null) {
      handling.remove();
      last.finish();
    }
  }

  /** A message that is handled until the next one is requested, or messages of another poll are. */
  private final class HandledMessages extends Messages {
    private OpenExecution current;
    private Object message;

    HandledMessages(Iterator<?> from) {
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
      Batch handled = of(message, 1);
      Operation operation = group(handled, process).operation();
      execution.unuse();
      if (execution.isInnermost()) {
        execution.end(operation, false);
      } else {
        execution.endElsewhere(operation, false);
      }
      emit(execution, handled, process);
    }
  }
}
