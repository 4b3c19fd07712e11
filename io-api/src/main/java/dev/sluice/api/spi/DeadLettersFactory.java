package dev.sluice.api.spi;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import java.io.IOException;

/** Factory of dead letters for one URI scheme. Found with {@link java.util.ServiceLoader}. */
public interface DeadLettersFactory {
  /** Returns the scheme in lower case, as in {@code kafka}. */
  String scheme();

  /**
   * Connects to the place; called by the thread that polls.
   *
   * @param source where chunks are read, which must not be this place; null if it is not known
   * @param platform where they take time, chance, threads and files from
   * @throws IOException if it cannot be reached
   * @throws dev.sluice.api.config.ConfigurationException with all mistakes of the URI
   */
  DeadLetters open(Endpoint endpoint, Endpoint source, Platform platform) throws IOException;
}
