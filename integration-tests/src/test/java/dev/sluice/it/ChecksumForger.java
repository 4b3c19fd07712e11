package dev.sluice.it;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.testkit.SerializerPair;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Makes a chunk that has the CRC of another one. CRC32C is linear: which of the bits of an
 * attribute must be flipped is one Gaussian elimination.
 */
final class ChecksumForger {
  /** Characters of the attribute, of which five bits each are free. */
  private static final int CHARACTERS = 16;

  private static final int FREE_BITS = 5;
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  private ChecksumForger() {}

  /** A chunk with the accounting, the record count and the CRC of a genuine one, and that body. */
  static Chunk forge(Chunk genuine, byte[] body) {
    for (int salt = 0; salt < 1 << FREE_BITS; salt++) {
      Chunk forged = forge(genuine, body, salt);
      if (forged.crc() == genuine.crc()) {
        return forged;
      }
    }
    throw new IllegalStateException("no chunk with that CRC");
  }

  private static Chunk forge(Chunk genuine, byte[] body, int salt) {
    byte[] text = new byte[CHARACTERS];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('@' | (salt + i) % (1 << FREE_BITS));
    }
    int base = seal(genuine, body, text).crc();
    // By its highest bit, a difference of CRCs and the bits of the text that make it.
    int[] differences = new int[Integer.SIZE];
    boolean[][] flips = new boolean[Integer.SIZE][];
    for (int bit = 0; bit < CHARACTERS * FREE_BITS; bit++) {
      boolean[] flipped = new boolean[CHARACTERS * FREE_BITS];
      flip(text, bit);
      int difference = seal(genuine, body, text).crc() ^ base;
      flip(text, bit);
      flipped[bit] = true;
      difference = reduce(difference, flipped, differences, flips);
      if (difference != 0) {
        differences[highest(difference)] = difference;
        flips[highest(difference)] = flipped;
      }
    }
    boolean[] wanted = new boolean[CHARACTERS * FREE_BITS];
    reduce(base ^ genuine.crc(), wanted, differences, flips);
    for (int bit = 0; bit < wanted.length; bit++) {
      if (wanted[bit]) {
        flip(text, bit);
      }
    }
    return seal(genuine, body, text);
  }

  private static int reduce(int value, boolean[] flipped, int[] differences, boolean[][] flips) {
    int rest = value;
    while (rest != 0 && differences[highest(rest)] != 0) {
      boolean[] by = flips[highest(rest)];
      rest ^= differences[highest(rest)];
      for (int bit = 0; bit < by.length; bit++) {
        flipped[bit] ^= by[bit];
      }
    }
    return rest;
  }

  private static int highest(int value) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
  }

  private static void flip(byte[] text, int bit) {
    text[bit / FREE_BITS] ^= (byte) (1 << bit % FREE_BITS);
  }

  private static Chunk seal(Chunk genuine, byte[] body, byte[] text) {
    ChunkHeader like = genuine.header();
    String value = new String(text, StandardCharsets.US_ASCII);
    ChunkHeader header =
        ChunkHeader.of(like.serializerId(), 0, like.recordCount(), like.accounting())
            .with(Attributes.of(Map.of("free", value)));
    return BINARY.chunk(body, header);
  }
}
