package dev.sluice.tools.convert;

import dev.sluice.kieker.KiekerType;
import dev.sluice.kieker.KiekerTypes;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.util.function.IntFunction;

/**
 * Reads records in Kieker's binary form: class id (4 bytes), logging time stamp (8), values; texts
 * by id. In logs the ids are those of the map file, in the container of its table. For one thread.
 *
 * @param texts by id; null for one that is not known
 */
record KiekerBinary(IntFunction<String> texts, KiekerRecords records) {
  /** Thrown for bytes that are no record; nobody knows then where the next one begins. */
  static final class NotReadableException extends IOException {
    private static final long serialVersionUID = 1L;

    NotReadableException(String message) {
      super(message);
    }
  }

  /** Reads a log to its end. */
  void readLog(PushbackInputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    for (int next = in.read(); next >= 0; next = in.read()) {
      in.unread(next);
      readOne(data);
    }
  }

  /** Reads one record. */
  void readOne(DataInput in) throws IOException {
    try {
      String className = text(in, "class ");
      KiekerType type = KiekerTypes.of(className);
      if (type == null) {
        throw new NotReadableException(
            "the fields of " + className + " are unknown; let Kieker write a text log");
      }
      long logged = in.readLong();
      ParsedRecord record = records.record().begin(type.type);
      for (int i = 0; i < type.codes.length; i++) {
        read(in, record, type, i);
      }
      records.finish(type, logged);
    } catch (EOFException e) {
      throw new NotReadableException("a record is incomplete");
    } catch (ArithmeticException e) {
      throw new NotReadableException("a time stamp is out of range");
    }
  }

  private void read(DataInput in, ParsedRecord record, KiekerType type, int i) throws IOException {
    int field = type.fields[i];
    switch (type.codes[i]) {
      case 'J' -> {
        long value = in.readLong();
        record.set(field, type.instants[i] ? records.instant(value) : value);
      }
      case 'I' -> record.set(field, (long) in.readInt());
      case 'D' -> record.set(field, in.readDouble());
      case 'Z' -> record.set(field, in.readByte() == 1 ? 1L : 0L);
      default -> record.set(field, text(in, "text "));
    }
  }

  private String text(DataInput in, String what) throws IOException {
    int id = in.readInt();
    String text = texts.apply(id);
    if (text == null) {
      throw new NotReadableException(what + id + " is not in the map");
    }
    return text;
  }
}
