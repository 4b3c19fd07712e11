package dev.sluice.api.spi;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.platform.Platform;
import java.io.IOException;

/** Makes the dead letters of one URI scheme. Found with {@link java.util.ServiceLoader}. */
public interface DeadLettersFactory {
  /** The scheme, lower case: {@code kafka}. */
  String scheme();

  /**
   * Connects to the place, by the thread that polls.
   *
   * @param source where chunks are read, which must not be this place; null if it is not known
   * @param platform where they take time, chance, threads and files from
   * @throws IOException if it cannot be reached
   * @throws dev.sluice.api.config.ConfigurationException with all mistakes of the URI
   */
  DeadLetters open(Endpoint endpoint, Endpoint source, Platform platform) throws IOException;
}
