package dev.sluice.distributed;

import dev.sluice.analysis.StageWorker;
import dev.sluice.streams.Audit;
import dev.sluice.streams.Positions;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What is kept of a partition from one commit to the next: blocks with whose state it is and the
 * state of the stage's worker; and, in a message of its own, the account of what arrived, so that
 * it can be watched without all the rest.
 */
final class SavedState {
  private static final int MAGIC = 0x534c_5354;
  private static final int VERSION = 1;
  private static final int BUFFER_BYTES = 64 << 10;

  /** The number of the account beside those of the blocks. */
  static final int AUDIT = -1;

  private SavedState() {}

  /** Writes the state of a worker. */
  static void write(OutputStream to, String owner, StageWorker<?> worker) throws IOException {
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to, BUFFER_BYTES));
    out.writeInt(MAGIC);
    out.writeByte(VERSION);
    text(out, owner);
    worker.write(out);
    out.writeInt(MAGIC);
    out.flush();
  }

  /** The account as a message, with the last offset that was handled of the source's partitions. */
  static byte[] write(Positions positions, Map<String, Long> handled) {
    Map<String, Long> offsets = new LinkedHashMap<>(positions.offsets());
    offsets.putAll(handled);
    return new Positions(
            positions.audit(),
            offsets,
            positions.begun(),
            positions.fingerprints(),
            positions.hashKey())
        .toText()
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The account of such a message. */
  static Positions read(byte[] message) throws IOException {
    return Positions.parse(new String(message, StandardCharsets.US_ASCII));
  }

  /**
   * Returns what arrived by such an account, producers by id. A partition of the source that begins
   * behind what was handled of it, or ends before, is damage: nobody will see what was deleted.
   */
  static Audit audit(
      Positions account, Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
    Audit audit = Audit.merge(List.of(account.audit()));
    long gone =
        ends.entrySet().stream()
            .filter(
                end -> {
                  Long last = account.offsets().get(end.getKey().toString());
                  long begin = begins.getOrDefault(end.getKey(), 0L);
                  return last != null && (last >= end.getValue() || last + 1 < begin);
                })
            .count();
    return new Audit(
        audit.chunks(),
        audit.records(),
        audit.damaged() + gone,
        audit.skippedBytes(),
        audit.forgotten(),
        audit.producers());
  }

  /**
   * Reads the state of a worker.
   *
   * @param worker a new one
   * @throws IOException in one line, if it is the state of another owner or damaged
   */
  static void read(InputStream from, String owner, StageWorker<?> worker) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(from, BUFFER_BYTES));
    try {
      if (in.readInt() != MAGIC || in.readUnsignedByte() != VERSION) {
        throw new IOException("what is kept there was not written by this version of Sluice");
      }
      String found = text(in);
      if (!found.equals(owner)) {
        throw new IOException("it keeps the state of '" + found + "', not of '" + owner + "'");
      }
      worker.read(in);
      if (in.readInt() != MAGIC) {
        throw new IOException("the state of the stage has another length than it says");
      }
    } catch (EOFException e) {
      throw new IOException("the state is cut off", e);
    }
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    // No array of a length that nobody has checked.
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
