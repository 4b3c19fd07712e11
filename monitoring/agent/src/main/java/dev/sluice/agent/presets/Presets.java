package dev.sluice.agent.presets;

import dev.sluice.agent.places.Place;
import dev.sluice.agent.places.Places;
import dev.sluice.api.record.RowSink;
import dev.sluice.monitoring.probe.Probes;
import java.util.Set;
import java.util.function.Consumer;

/** The presets that are on. No class of them is loaded if none is on. */
public final class Presets {
  private Presets() {}

  /**
   * Adds the work of the presets.
   *
   * @param names those that are on
   * @param warn takes what a user should know, in a sentence
   */
  public static void add(
      Set<String> names, Probes probes, RowSink sink, Consumer<String> warn, Places places) {
    if (names.contains("http")) {
      HttpRequests requests = new HttpRequests(probes, sink, warn);
      places.inside(Place.SERVLET, requests::servlet);
      places.inside(Place.EXCHANGE, requests::exchange);
      places.inside(Place.ROUTED, requests::routed);
      places.inside(Place.RESUMED, requests::resumed);
      places.inside(Place.ROUTE, requests::route);
    }
    if (names.contains("jdbc")) {
      Statements statements = new Statements(probes, sink, warn);
      places.inside(Place.STATEMENT, statements::statement);
      places.inside(Place.PREPARED, statements::prepared);
      places.inside(Place.BATCH, statements::batch);
      places.inside(Place.PREPARE, statements::prepare);
    }
    if (names.contains("kafka")) {
      KafkaClients clients = new KafkaClients(probes, sink, warn);
      places.inside(Place.SEND, clients::send);
      places.inside(Place.POLL, clients::poll);
      places.inside(Place.MESSAGES, clients::messages);
    }
    if (names.contains("spring")) {
      places.inside(Place.REPOSITORY, new Repositories(probes, sink, warn)::repository);
    }
  }
}
