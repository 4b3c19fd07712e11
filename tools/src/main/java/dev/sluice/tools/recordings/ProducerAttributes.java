package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.tools.format.SafeText;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** Attributes of producers, from the newest of their chunks. For one thread. */
public final class ProducerAttributes {
  /** Producers at most; of further ones nothing is kept. */
  private static final int MAX_PRODUCERS = 4096;

  private final Map<String, Attributes> byProducer = new LinkedHashMap<>();

  /** Creates an empty collection. */
  public ProducerAttributes() {}

  /** Notes what a chunk says. */
  public void add(Chunk chunk) {
    String producer = chunk.accounting().producer();
    Attributes said = chunk.header().attributes();
    if (!said.asMap().isEmpty()
        && (byProducer.size() < MAX_PRODUCERS || byProducer.containsKey(producer))) {
      byProducer.put(producer, said);
    }
  }

  /** Returns what that producer said; nothing if it is not known. */
  public Map<String, String> of(String producer) {
    return byProducer.getOrDefault(producer, Attributes.NONE).asMap();
  }

  /** A line for each producer that said anything. */
  void print(PrintStream out) {
    byProducer.forEach(
        (producer, said) ->
            out.println("  attributes of " + producer + ": " + SafeText.line(said.toString())));
  }
}
