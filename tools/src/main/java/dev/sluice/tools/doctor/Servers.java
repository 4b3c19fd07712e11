package dev.sluice.tools.doctor;

import dev.sluice.support.wire.Obstacle;
import dev.sluice.support.wire.Obstacle.Stage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Servers by {@code host:port}, and the obstacle of each. */
final class Servers {
  private final Map<String, Obstacle> found = new LinkedHashMap<>();

  Servers(Collection<String> servers) {
    servers.forEach(server -> found.put(server, null));
  }

  /** Checks the servers that have no obstacle yet. */
  Servers look(Function<String, Obstacle> look) {
    List<String> good = good();
    // At the same time, because those that do not answer are waited for.
    List<Obstacle> seen = good.parallelStream().map(look).toList();
    for (int i = 0; i < good.size(); i++) {
      found.put(good.get(i), seen.get(i));
    }
    return this;
  }

  /** Returns the obstacle of a server, or null. */
  Obstacle obstacle(String server) {
    return found.get(server);
  }

  List<String> good() {
    return found.keySet().stream().filter(server -> found.get(server) == null).toList();
  }

  /** Returns the servers that reached a stage or passed it. */
  List<String> at(Stage stage) {
    return found.keySet().stream()
        .filter(
            server -> found.get(server) == null || found.get(server).stage().compareTo(stage) >= 0)
        .toList();
  }

  Check check(Stage stage, String well) {
    return check(stage, stage, well, null);
  }

  /**
   * Returns how those stand that have come to the first of some stages; one that is well is enough
   * to go on.
   *
   * @param cure of what has none of its own, or null for the usual one
   */
  Check check(Stage first, Stage last, String well, String cure) {
    List<String> here = at(first);
    List<Obstacle> bad =
        here.stream()
            .map(found::get)
            .filter(obstacle -> obstacle != null && obstacle.stage().compareTo(last) <= 0)
            .toList();
    if (bad.isEmpty()) {
      return Check.ok(String.join(", ", here) + well);
    }
    Check worst = Check.failed(bad.get(0), cure);
    return bad.size() == here.size()
        ? worst
        : Check.warning(
            "%d of %d: %s".formatted(bad.size(), here.size(), worst.what()), worst.cure());
  }
}
