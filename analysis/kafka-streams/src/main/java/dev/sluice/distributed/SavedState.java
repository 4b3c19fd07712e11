package dev.sluice.distributed;

import dev.sluice.analysis.StageWorker;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** The account as a message. */
  static byte[] write(Audit audit) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    audit(new DataOutputStream(bytes), audit);
    return bytes.toByteArray();
  }

  /** The account of such a message. */
  static Audit read(byte[] message) throws IOException {
    try {
      return audit(new DataInputStream(new ByteArrayInputStream(message)));
    } catch (EOFException e) {
      throw new IOException("the account is cut off", e);
    }
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

  private static void audit(DataOutputStream out, Audit audit) throws IOException {
    out.writeLong(audit.chunks());
    out.writeLong(audit.records());
    out.writeLong(audit.damaged());
    out.writeLong(audit.skippedBytes());
    out.writeLong(audit.forgotten());
    out.writeInt(audit.producers().size());
    for (ProducerAudit producer : audit.producers()) {
      text(out, producer.id());
      text(out, producer.name() == null ? "" : producer.name());
      out.writeLong(producer.emitted());
      out.writeLong(producer.delivered());
      out.writeLong(producer.rejected());
      Map<String, Long> dropped = producer.dropped().byLabel();
      out.writeInt(dropped.size());
      for (Map.Entry<String, Long> cause : dropped.entrySet()) {
        text(out, cause.getKey());
        out.writeLong(cause.getValue());
      }
      out.writeLong(producer.gaps());
      out.writeLong(producer.unknown());
      out.writeLong(producer.duplicates());
      out.writeLong(producer.conflicts());
      out.writeBoolean(producer.ended());
      text(out, producer.sequences());
    }
  }

  private static Audit audit(DataInputStream in) throws IOException {
    long chunks = in.readLong();
    long records = in.readLong();
    long damaged = in.readLong();
    long skipped = in.readLong();
    long forgotten = in.readLong();
    int count = in.readInt();
    List<ProducerAudit> producers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      producers.add(
          new ProducerAudit(
              text(in),
              name(text(in)),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              dropped(in),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readLong(),
              in.readBoolean(),
              text(in)));
    }
    return new Audit(chunks, records, damaged, skipped, forgotten, producers);
  }

  private static String name(String text) {
    return text.isEmpty() ? null : text;
  }

  private static DropCounts dropped(DataInputStream in) throws IOException {
    Map<String, Long> dropped = new LinkedHashMap<>();
    for (int count = in.readInt(); count > 0; count--) {
      dropped.put(text(in), in.readLong());
    }
    return DropCounts.ofLabels(dropped);
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
