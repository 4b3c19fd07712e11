package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;

/**
 * Decoder of LZ4 blocks whose exact length is known before. The specification defines what it
 * accepts, so that every decoder agrees on damaged blocks. For one thread.
 */
final class Lz4Decoder {
  private byte[] bytes;
  private int position;
  private int end;
  private Varint.Reader in;

  /**
   * Decompresses {@code stored} bytes to {@code length}.
   *
   * @param target has the history in its first {@code history} bytes; used if it is long enough
   * @param newIn for the position of errors
   * @return {@code target} or a longer array, with the history and then the result
   */
  byte[] decode(
      byte[] source,
      int at,
      int stored,
      byte[] target,
      int history,
      int length,
      Varint.Reader newIn)
      throws MalformedChunkException {
    in = newIn;
    checkExpansion(stored, length, in);
    bytes = source;
    position = at;
    end = at + stored;
    byte[] out = target;
    if (out.length < history + length) {
      out = new byte[history + length];
      System.arraycopy(target, 0, out, 0, history);
    }
    int o = history;
    int to = history + length;
    while (true) {
      int token = next();
      int count = length(token >>> 4 & 0xf, to - o);
      if (count > end - position) {
        throw damaged("is cut off");
      }
      System.arraycopy(bytes, position, out, o, count);
      position += count;
      o += count;
      if (position == end) {
        break;
      }
      int distance = next() | next() << 8;
      if (distance == 0 || distance > o) {
        throw damaged("reaches back " + distance + " bytes, behind its start");
      }
      int match = Lz4Encoder.MIN_MATCH + length(token & 0xf, to - o - Lz4Encoder.MIN_MATCH);
      copy(out, o - distance, o, match);
      o += match;
    }
    if (o != to) {
      throw damaged("holds " + (o - history) + " bytes instead of " + length);
    }
    return out;
  }

  /** Rejects an expansion that no LZ4 block can have. */
  static void checkExpansion(int stored, int length, Varint.Reader in)
      throws MalformedChunkException {
    if (length > BinaryFormat.MAX_EXPANSION * stored) {
      throw in.malformed(stored + " compressed bytes cannot hold " + length);
    }
  }

  private static void copy(byte[] out, int from, int to, int count) {
    if (to - from >= count) {
      System.arraycopy(out, from, out, to, count);
      return;
    }
    // A match may overlap what it produces, and repeats it then.
    for (int i = 0; i < count; i++) {
      out[to + i] = out[from + i];
    }
  }

  private int next() throws MalformedChunkException {
    if (position == end) {
      throw damaged("is cut off");
    }
    return bytes[position++] & 0xff;
  }

  private int length(int nibble, int most) throws MalformedChunkException {
    int length = nibble;
    if (nibble == 15) {
      int more;
      do {
        more = next();
        length += more;
      } while (more == 255 && length <= most);
    }
    if (length > most) {
      throw damaged("holds more bytes than announced");
    }
    return length;
  }

  private MalformedChunkException damaged(String reason) {
    return in.malformed("LZ4 block " + reason);
  }
}
