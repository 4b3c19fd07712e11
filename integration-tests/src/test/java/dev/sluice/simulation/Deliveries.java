package dev.sluice.simulation;

import dev.sluice.api.chunk.Chunk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What consumers cannot see, because they hand over each chunk once: as long as nothing befalls a
 * program and its disk, each of its chunks arrives once, and without a spill in its order. A chunk
 * of which nobody knew whether it arrived may arrive again.
 */
final class Deliveries {
  private final World world;
  private final Map<Long, Set<Long>> uncertain = new HashMap<>();
  private final Map<Long, Set<Long>> arrived = new HashMap<>();

  private final Map<Long, Long> last = new HashMap<>();

  Deliveries(World world) {
    this.world = world;
  }

  void arrived(Chunk chunk) {
    long producer = chunk.accounting().producerId();
    long sequence = chunk.accounting().sequence();
    Life life = world.lives.get(producer);
    if (life.disturbed || uncertain.getOrDefault(producer, Set.of()).contains(sequence)) {
      return;
    }
    world.require(
        arrived.computeIfAbsent(producer, none -> new HashSet<>()).add(sequence),
        () -> chunk + " arrived again");
    long before = last.getOrDefault(producer, -1L);
    world.require(
        sequence > before || life.program.spill != null,
        () -> chunk + " arrived after " + before + " of its producer");
    last.put(producer, sequence);
    if (life != life.program.life) {
      world.reached(Reached.SENT_BY_A_LATER_LIFE);
    }
  }

  /** An answer that says what became of it. */
  void certain(Chunk chunk) {
    program(chunk).unanswered.remove(chunk.toString());
  }

  private Program program(Chunk chunk) {
    return world.lives.get(chunk.accounting().producerId()).program;
  }

  void uncertain(Chunk chunk) {
    program(chunk).unanswered.add(chunk.toString());
    uncertain
        .computeIfAbsent(chunk.accounting().producerId(), none -> new HashSet<>())
        .add(chunk.accounting().sequence());
  }
}
