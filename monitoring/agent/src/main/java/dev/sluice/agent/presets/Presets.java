package dev.sluice.agent.presets;

import dev.sluice.agent.bootstrap.Preset;
import dev.sluice.agent.bytecode.Supertypes;
import dev.sluice.api.record.RowSink;
import dev.sluice.monitoring.probe.Probes;
import java.lang.instrument.ClassFileTransformer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The presets that are on. Nothing of them is loaded where none is. */
public final class Presets {
  private static final Set<String> TYPES =
      Set.of(
          "java.sql.Statement",
          "java.sql.Connection",
          "javax.servlet.Servlet",
          "javax.servlet.Filter",
          "jakarta.servlet.Servlet",
          "jakarta.servlet.Filter");

  private final Map<Place, Around> places = new EnumMap<>(Place.class);
  private final PlaceTransformer incoming;
  private final PlaceTransformer outgoing;

  /**
   * Presets.
   *
   * @param names those that are on
   * @param warn takes what a user should know, in a sentence
   */
  public Presets(Set<String> names, Probes probes, RowSink sink, Consumer<String> warn) {
    List<Place.Method> in = new ArrayList<>();
    List<Place.Method> out = new ArrayList<>();
    if (names.contains("http")) {
      HttpRequests requests = new HttpRequests(probes, sink, warn);
      places.put(Place.SERVLET, requests::servlet);
      places.put(Place.EXCHANGE, requests::exchange);
      in.addAll(HttpRequests.PLACES);
    }
    if (names.contains("jdbc")) {
      Statements statements = new Statements(probes, sink, warn);
      places.put(Place.STATEMENT, statements::statement);
      places.put(Place.PREPARED, statements::prepared);
      places.put(Place.BATCH, statements::batch);
      places.put(Place.PREPARE, statements::prepare);
      out.addAll(Statements.PLACES);
    }
    if (names.contains("kafka")) {
      KafkaClients clients = new KafkaClients(probes, sink, warn);
      places.put(Place.SEND, clients::send);
      places.put(Place.POLL, clients::poll);
      places.put(Place.MESSAGES, clients::messages);
      out.addAll(KafkaClients.PLACES);
    }
    if (names.contains("spring")) {
      places.put(Place.REPOSITORY, new Repositories(probes, warn)::repository);
      out.addAll(Repositories.PLACES);
    }
    incoming = new PlaceTransformer(in);
    outgoing = new PlaceTransformer(out);
  }

  /**
   * What puts calls where requests come in, to be added before the transformer of contexts: what is
   * added later is outside, and a context has to be there when the execution begins.
   */
  public ClassFileTransformer incoming() {
    return incoming;
  }

  /** What puts calls into all other places, to be added behind it. */
  public ClassFileTransformer outgoing() {
    return outgoing;
  }

  /** Whether a class that is loaded may have one of the methods. */
  public boolean isPlace(Class<?> type) {
    String name = type.getName().replace('.', '/');
    return incoming.knows(name)
        || outgoing.knows(name)
        || type.getClassLoader() != null && Supertypes.find(type, TYPES) != null;
  }

  /** Starts recording. */
  public void start() {
    Around[] all = new Around[Place.values().length];
    places.forEach((place, around) -> all[place.ordinal()] = around);
    Preset.install(
        new Preset() {
          @Override
          protected Object began(int place, Object self, Object first, Object second)
              throws Exception {
            return all[place] == null ? null : all[place].begin(self, first, second);
          }

          @Override
          protected Object ended(Object begun, Object result, Throwable failure) throws Exception {
            return ((Around.Ending) begun).end(result, failure);
          }
        });
  }

  /** Stops it. */
  public void stop() {
    Preset.install(null);
  }
}
