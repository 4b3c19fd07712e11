package dev.sluice.distributed;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * A message between splitting and analysing: which messages of the source it was made of, parts of
 * chunks one after the other, and reports of what was no chunk. Each is 1 for a part, 2 for a
 * report or 3 for the source, four bytes of length, and its bytes.
 */
final class PartMessage {
  private static final int PART = 1;
  private static final int DAMAGE = 2;
  private static final int SOURCE = 3;
  private static final int HEAD_BYTES = 5;

  /** Longest reason of a damage, in characters. */
  private static final int MAX_REASON = 1000;

  private static final byte[] NOTHING = {};

  private PartMessage() {}

  /** Puts a message together. For one thread. */
  static final class Writer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private SourcePosition first;
    private long next;

    /** What follows is made of that message of the source. */
    void source(SourcePosition position) {
      first = first == null ? position : first;
      next = position.offset() + 1;
    }

    int size() {
      return bytes.size();
    }

    void part(Chunk part) {
      try {
        out.writeByte(PART);
        out.writeInt(part.length());
        out.write(part.array(), part.offset(), part.length());
      } catch (IOException e) {
        throw new UncheckedIOException("memory does not fail", e);
      }
    }

    void damage(SourcePosition position, int length, String reason) {
      report(DAMAGE, position, length, reason);
    }

    private void report(int kind, SourcePosition position, int length, String reason) {
      ByteArrayOutputStream report = new ByteArrayOutputStream();
      try (DataOutputStream data = new DataOutputStream(report)) {
        data.writeUTF(position.partition());
        data.writeLong(position.offset());
        data.writeInt(length);
        data.writeUTF(reason.substring(0, Math.min(MAX_REASON, reason.length())));
        out.writeByte(kind);
        out.writeInt(report.size());
        out.write(report.toByteArray());
      } catch (IOException e) {
        throw new UncheckedIOException("memory does not fail", e);
      }
    }

    /** The message, which is the caller's; the next one begins. */
    byte[] take() {
      report(SOURCE, first, (int) (next - first.offset()), "");
      first = new SourcePosition(first.partition(), next);
      byte[] message = bytes.toByteArray();
      bytes.reset();
      return message;
    }
  }

  /**
   * Hands over what a message holds; what is no such message is damage.
   *
   * @param position where the message lies
   * @param gaps is given what it was made of
   * @return how many parts and reports there were
   */
  static int read(byte[] message, SourcePosition position, SourceGaps gaps, ChunkHandler handler) {
    int count = 0;
    int at = 0;
    try {
      while (at < message.length) {
        int length = length(message, at);
        at += HEAD_BYTES;
        int kind = message[at - HEAD_BYTES];
        if (kind == PART) {
          handler.chunk(ChunkLayout.parse(message, at, length), position);
        } else {
          Damage damage = damage(message, at, length);
          Damage report = kind == DAMAGE ? damage : gaps.read(damage.position(), damage.length());
          if (report != null) {
            handler.damaged(report);
          }
        }
        at += length;
        count++;
      }
    } catch (MalformedChunkException | IOException e) {
      handler.damaged(new Damage(position, message.length - at, e.getMessage(), NOTHING));
      count++;
    }
    return count;
  }

  private static int length(byte[] message, int at) throws MalformedChunkException {
    if (message.length - at < HEAD_BYTES || message[at] < PART || message[at] > SOURCE) {
      throw new MalformedChunkException(at, "no part of a chunk");
    }
    int length = ByteBuffer.wrap(message).getInt(at + 1);
    if (length < 0 || length > message.length - at - HEAD_BYTES) {
      throw new MalformedChunkException(at, "part of " + length + " bytes is cut off");
    }
    return length;
  }

  private static Damage damage(byte[] message, int at, int length) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(message, at, length));
    SourcePosition position = new SourcePosition(in.readUTF(), in.readLong());
    return new Damage(position, in.readInt(), in.readUTF(), NOTHING);
  }
}
