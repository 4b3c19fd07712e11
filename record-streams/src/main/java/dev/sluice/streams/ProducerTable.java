package dev.sluice.streams;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The states of a bounded number of producers: of those of which something is missing or may still
 * come, the last to be heard of; and of those that are {@link ProducerState#isSettled settled},
 * {@value #SETTLED_FACTOR} times as many, the last to be settled. The others are forgotten.
 */
final class ProducerTable {
  /**
   * Number of settled producers for each other one; a settled one takes half a KiB, and another one
   * normally too.
   */
  static final int SETTLED_FACTOR = 8;

  /** Maximum number of pages with bits of all producers; 18 MiB. */
  static final int MAX_PAGES = 65_536;

  private final int maxOpen;
  private final SequenceBitmap.Budget budget = new SequenceBitmap.Budget(MAX_PAGES);
  private final Map<Long, ProducerState> open = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Long, ProducerState> settled = new LinkedHashMap<>();
  private long forgotten;

  ProducerTable(int maxOpen, Positions restored) {
    this.maxOpen = maxOpen;
    forgotten = restored.audit().forgotten();
    for (ProducerAudit producer : restored.audit().producers()) {
      file(Long.parseUnsignedLong(producer.id(), 16), new ProducerState(producer, budget));
    }
    restored.begun().forEach(this::noteBegun);
  }

  /** Notes that the first records of a producer's chunk were handled. */
  void noteBegun(long producerId, Positions.Begun begun) {
    ProducerState producer = findOrCreate(producerId);
    producer.noteBegun(begun);
    file(producerId, producer);
  }

  /** Returns the state of a producer, or null. */
  ProducerState find(long producerId) {
    ProducerState state = settled.get(producerId);
    return state == null ? open.get(producerId) : state;
  }

  /** Returns the state of a producer, or a new one. */
  ProducerState findOrCreate(long producerId) {
    ProducerState state = find(producerId);
    return state == null ? new ProducerState(budget) : state;
  }

  /** Moves a state to its place after a change. */
  void file(long producerId, ProducerState state) {
    boolean isSettled = state.isSettled();
    Map<Long, ProducerState> other = isSettled ? open : settled;
    other.remove(producerId);
    if (isSettled) {
      settled.put(producerId, state);
      trim(settled, (long) SETTLED_FACTOR * maxOpen);
    } else {
      open.put(producerId, state);
      trim(open, maxOpen);
    }
  }

  private void trim(Map<Long, ProducerState> states, long most) {
    if (states.size() > most) {
      Iterator<ProducerState> oldest = states.values().iterator();
      oldest.next().forget();
      oldest.remove();
      forgotten++;
    }
  }

  /** Returns all states, by producer. */
  Stream<Map.Entry<Long, ProducerState>> all() {
    return Stream.concat(settled.entrySet().stream(), open.entrySet().stream());
  }

  /** Returns the number of producers that were forgotten. */
  long forgotten() {
    return forgotten;
  }
}
