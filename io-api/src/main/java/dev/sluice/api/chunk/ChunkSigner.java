package dev.sluice.api.chunk;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs chunks, and checks whether a chunk was signed with one of its keys. A signature is the
 * HMAC-SHA256 of all bytes of the chunk as they are stored up to the CRC, with zeros in its own
 * place, which is the end of the header. Thread-safe: one chunk at a time.
 */
public final class ChunkSigner {
  /** A signature of zeros, which keeps the place of the real one. */
  static final byte[] UNSIGNED = new byte[32];

  private static final int BYTES = UNSIGNED.length;
  private static final int MAX_KEY_BYTES = 64;
  private static final int MAX_KEYS = 16;
  private static final String ALGORITHM = "HmacSHA256";

  private final List<Mac> macs = new ArrayList<>();

  /**
   * Creates a signer.
   *
   * @param keys 1 to 16, of 32 to 64 bytes; the first one signs
   */
  public ChunkSigner(List<byte[]> keys) {
    for (byte[] key : keys) {
      if (key.length < BYTES || key.length > MAX_KEY_BYTES) {
        throw new IllegalArgumentException("key of " + key.length + " bytes");
      }
      try {
        Mac mac = Mac.getInstance(ALGORITHM);
        mac.init(new SecretKeySpec(key, ALGORITHM));
        macs.add(mac);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
      }
    }
    if (macs.isEmpty() || macs.size() > MAX_KEYS) {
      throw new IllegalArgumentException(macs.size() + " keys");
    }
  }

  /** Returns the signature of the chunk in {@code bytes[start..crcAt)}. */
  synchronized byte[] sign(byte[] bytes, int start, int bodyAt, int crcAt) {
    return sign(macs.get(0), bytes, start, bodyAt, crcAt);
  }

  private static byte[] sign(Mac mac, byte[] bytes, int start, int bodyAt, int crcAt) {
    mac.update(bytes, start, bodyAt - BYTES - start);
    mac.update(UNSIGNED);
    mac.update(bytes, bodyAt, crcAt - bodyAt);
    return mac.doFinal();
  }

  /**
   * Checks that a chunk was signed with one of the keys.
   *
   * @throws MalformedChunkException if it was not; the reason says whether it is signed at all
   */
  public synchronized void verify(Chunk chunk) throws MalformedChunkException {
    int length = chunk.header().length();
    if (!chunk.header().signed()) {
      throw new MalformedChunkException(length, "chunk is not signed");
    }
    int from = chunk.bodyOffset();
    byte[] signature = Arrays.copyOfRange(chunk.bodyArray(), from - BYTES, from);
    int start = chunk.offset();
    int crcAt = start + chunk.length() - ChunkLayout.CRC_BYTES;
    for (Mac mac : macs) {
      // Not Arrays.equals: how long it takes must not tell how much of a signature is right.
      if (MessageDigest.isEqual(
          sign(mac, chunk.array(), start, start + length, crcAt), signature)) {
        return;
      }
    }
    throw new MalformedChunkException(length - BYTES, "signature is of no key that is known here");
  }
}
