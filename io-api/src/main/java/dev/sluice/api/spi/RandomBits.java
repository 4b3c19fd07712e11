package dev.sluice.api.spi;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;

/**
 * Random bits that nobody can foresee: for identities, and for hashes that data must not defeat.
 * From the operating system where it has a device for them, because {@link SecureRandom} first
 * loads the security providers, which takes a tenth of the time in which an agent starts.
 */
public final class RandomBits {
  private static final String DEVICE = "/dev/urandom";

  private RandomBits() {}

  /** Returns 64 random bits. Any thread. */
  public static long nextLong() {
    try (DataInputStream device = new DataInputStream(new FileInputStream(DEVICE))) {
      return device.readLong();
    } catch (IOException e) {
      return new SecureRandom().nextLong();
    }
  }
}
