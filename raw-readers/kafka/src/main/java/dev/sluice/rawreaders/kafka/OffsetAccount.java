package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Accounts for each offset between where a reader starts and where it is: a message, a part of a
 * transaction that a consumer does not get, or missing, which is reported as damage of unknown
 * length at the last offset that is missing. For the reader's thread.
 */
final class OffsetAccount {
  private static final byte[] NOTHING = {};

  private final TopicInfo topic;
  private final Logger log;

  /** Last offset that earlier runs handled, by partition, and the next offset, by {@link #mark}. */
  private final Map<String, Long> handled;

  /** Offset of the next message, by partition. */
  private final Map<TopicPartition, Long> next = new HashMap<>();

  /** Offset of the next message as it is kept for a later run, by partition. */
  private final Map<TopicPartition, Long> kept = new HashMap<>();

  /**
   * Missing offsets that were found before a poll returned messages. A start that failed and is
   * repeated finds them again.
   */
  private final Set<Damage> open = new LinkedHashSet<>();

  /** Names under which earlier runs kept offsets of a topic that is gone. */
  private final Set<String> gone = new HashSet<>();

  private String topicId = "";
  private boolean warned;

  OffsetAccount(TopicInfo topic, Map<String, Long> handled, Logger log) {
    this.topic = topic;
    this.handled = handled;
    this.log = log;
  }

  /**
   * Returns whether this is the id of another topic than the one that is read, as far as is known.
   * Other programs may keep texts of their own with a group's offsets: all ids have one length.
   */
  boolean isAnother(String id) {
    return !id.isEmpty() && id.length() == topicId.length() && !id.equals(topicId);
  }

  /**
   * Sets the id of the topic that is read, and forgets what earlier runs handled of a topic that is
   * gone.
   */
  void reads(String id) {
    topicId = id;
    for (String name : id.isEmpty() ? Set.<String>of() : handled.keySet()) {
      String partition = name.substring(0, Math.max(0, name.indexOf('#')));
      if (!partition.isEmpty() && !handled.containsKey(mark(partition, id))) {
        gone.addAll(List.of(name, partition));
      }
    }
    handled.keySet().removeAll(gone);
  }

  /** Returns the id of the topic that is read, or an empty text. */
  String topicId() {
    return topicId;
  }

  /** Notes that messages of a partition come from this offset on. */
  void start(TopicPartition partition, long offset) {
    next.put(partition, offset);
  }

  /**
   * Notes that messages of a partition come from this offset on, which is kept for a later run
   * already.
   */
  void goOn(TopicPartition partition, long offset) {
    start(partition, offset);
    kept.put(partition, offset);
  }

  /**
   * Notes that the log begins at this offset, and that reading starts there; an earlier run may
   * have been at another offset.
   */
  void startAtBeginning(TopicPartition partition, long offset) {
    if (handledBefore(partition) >= 0) {
      deleted(partition, 0, offset);
    }
    start(partition, offset);
  }

  /**
   * Returns the offset after what earlier runs handled of exactly this topic; -1 if there is none.
   */
  private long handledBefore(TopicPartition partition) {
    String name = partition.toString();
    Long last = handled.get(name);
    return handled.getOrDefault(mark(name, topicId), last == null ? -1 : last + 1);
  }

  private static String mark(String partition, String topicId) {
    return partition + '#' + topicId;
  }

  /** Notes that messages were deleted before they were read. */
  void deleted(TopicPartition partition, long from, long to) {
    Damage found = missing(partition, from, to, "were deleted before they were read");
    if (found != null) {
      open.add(found);
    }
  }

  /** Notes that the topic was created again, and that the new one is read from its beginning. */
  void recreated(TopicPartition partition, long offset) {
    long last = next.getOrDefault(partition, 0L);
    gone.add(partition.toString());
    handled.remove(partition.toString());
    kept.remove(partition);
    open.add(
        damage(
            partition,
            last,
            "the topic was created again, or has lost messages: unknown from offset "
                + last
                + " on"));
    start(partition, offset);
  }

  /** Returns the offset of the next message by partition, in a new map. */
  Map<TopicPartition, Long> next() {
    return new HashMap<>(next);
  }

  /** Returns the offset of the next message of each partition where it is not kept yet. */
  Map<TopicPartition, Long> toKeep() {
    Map<TopicPartition, Long> moved = next();
    moved.entrySet().removeAll(kept.entrySet());
    return moved;
  }

  /** Forgets partitions that this reader no longer has. */
  void forget(Collection<TopicPartition> partitions) {
    next.keySet().removeAll(partitions);
    kept.keySet().removeAll(partitions);
  }

  /** Reports the damages that were found before; returns their number. */
  int report(ChunkHandler handler) {
    gone.forEach(name -> handler.reached(new SourcePosition(name, -1)));
    open.forEach(handler::damaged);
    return open.size();
  }

  /**
   * Notes that all messages that were delivered and reported are handled; these offsets are kept.
   */
  void handled(Map<TopicPartition, Long> offsets) {
    open.clear();
    gone.clear();
    kept.putAll(offsets);
  }

  /**
   * Notes that a message has this offset, or that no message comes before it; reports missing
   * messages before it and returns the number of damages.
   */
  int reach(TopicPartition partition, long offset, ChunkHandler handler) {
    long expected = next.getOrDefault(partition, offset);
    if (offset <= expected) {
      return 0;
    }
    next.put(partition, offset);
    String gap = topic.gap();
    Damage found = gap == null ? null : missing(partition, expected, offset, gap);
    if (found == null) {
      return 0;
    }
    handler.damaged(found);
    return 1;
  }

  /** Notes that the message with this offset was delivered. */
  void passed(TopicPartition partition, long offset) {
    next.put(partition, offset + 1);
  }

  /**
   * Keeps the offset of the next message in addition to those of messages, because of transactions.
   */
  void mark(TopicPartition partition, ChunkHandler handler) {
    if (!topicId.isEmpty()) {
      String name = mark(partition.toString(), topicId);
      handler.reached(new SourcePosition(name, next.get(partition)));
    }
  }

  /**
   * Returns the damage of the messages between two offsets, without those that earlier runs
   * handled; null if there are none.
   */
  private Damage missing(TopicPartition partition, long from, long to, String how) {
    long first = Math.max(from, handledBefore(partition));
    if (first >= to) {
      return null;
    }
    String which = first == to - 1 ? "offset " + first : "offsets " + first + " to " + (to - 1);
    return damage(partition, to - 1, which + ' ' + how);
  }

  private Damage damage(TopicPartition partition, long offset, String reason) {
    SourcePosition position = new SourcePosition(partition.toString(), offset);
    Damage damage = new Damage(position, Damage.UNKNOWN_LENGTH, reason, NOTHING);
    if (!warned) {
      warned = true;
      log.log(Level.WARNING, damage + "; later ones are counted and not logged");
    }
    return damage;
  }
}
