package dev.sluice.testkit;

import java.util.Arrays;
import java.util.Random;

/** Random damage of bytes, as a broken producer might cause it. */
public final class Mutations {
  private Mutations() {}

  /**
   * Returns a copy with one to three changes: a bit flipped, a byte set, bytes taken out or
   * doubled.
   *
   * @param body at least one byte
   */
  public static byte[] of(byte[] body, Random random) {
    byte[] result = body.clone();
    for (int i = random.nextInt(3); i >= 0 && result.length > 0; i--) {
      int at = random.nextInt(result.length);
      switch (random.nextInt(5)) {
        case 0 -> result[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> result[at] = (byte) random.nextInt();
        case 2 -> result[at] = (byte) (random.nextBoolean() ? -1 : 0x7f);
        case 3 -> result[random.nextInt(Math.min(result.length, 120))] = (byte) random.nextInt(16);
        default -> result = spliced(result, random);
      }
    }
    return result;
  }

  /** Returns a copy of which some bytes are removed or doubled. */
  private static byte[] spliced(byte[] body, Random random) {
    int from = random.nextInt(body.length);
    int to = Math.min(body.length, from + 1 + random.nextInt(9));
    int headEnd = random.nextBoolean() ? from : to;
    int resume = headEnd == from ? to : from;
    byte[] result = Arrays.copyOf(body, headEnd + body.length - resume);
    System.arraycopy(body, resume, result, headEnd, body.length - resume);
    return result;
  }
}
