package dev.sluice.tools.doctor;

import dev.sluice.support.wire.KafkaProbe;
import dev.sluice.support.wire.Obstacle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Servers by {@code host:port}: whether their names are known and whether one gets there. */
final class Servers {
  private static final int MILLIS = 1_500;

  private List<String> servers;

  Servers(List<String> servers) {
    this.servers = servers;
  }

  /** The first that is reached. */
  String first() {
    return servers.get(0);
  }

  /** Whether names are known; of those that are the ports are looked at. */
  Check names() {
    return all(Servers::resolve, " has an address");
  }

  /** Whether connections are taken. */
  Check ports() {
    return all(Servers::connect, " takes connections");
  }

  /** Goes on with those that are well: one is enough to begin with. */
  private Check all(Function<String, Obstacle> look, String well) {
    List<String> good = new ArrayList<>();
    // At the same time, because those that do not answer are waited for.
    List<Obstacle> found = servers.parallelStream().map(look).toList();
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i) == null) {
        good.add(servers.get(i));
      }
    }
    int count = servers.size();
    if (good.size() == count) {
      return Check.ok(String.join(", ", servers) + well);
    }
    Check first = Check.failed(found.stream().filter(Objects::nonNull).findFirst().orElseThrow());
    if (good.isEmpty()) {
      return first;
    }
    servers = good;
    return Check.warning(
        "%d of %d: %s".formatted(count - good.size(), count, first.what()), first.cure());
  }

  private static Obstacle resolve(String server) {
    try {
      InetSocketAddress at = KafkaProbe.at(server);
      return at.isUnresolved() ? KafkaProbe.unknown(at.getHostString()) : null;
    } catch (IllegalArgumentException e) {
      return new Obstacle(Obstacle.Stage.NAME, e.getMessage(), null);
    }
  }

  private static Obstacle connect(String server) {
    try (Socket socket = new Socket()) {
      socket.connect(KafkaProbe.at(server), MILLIS);
      return null;
    } catch (IOException e) {
      return KafkaProbe.unreachable(server, e);
    }
  }
}
