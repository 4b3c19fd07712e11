package dev.sluice.benchmarks.ladder.path;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The records of the file, big end first, each behind its type in four bytes: a text with its
 * number and length; an execution (texts as numbers of four bytes: signature, session, host; trace,
 * begin and end of eight bytes; order and depth of four); a duration (signature, begin, end); an
 * aggregate (signature, number, sum). The values are those of Kieker's records of the same names.
 */
public final class RecordLayout {
  static final int TEXT = 0;
  static final int EXECUTION = 1;
  static final int DURATION = 2;
  static final int AGGREGATE = 3;

  /** Length of an execution. */
  static final int EXECUTION_BYTES = 6 * Long.BYTES;

  private static final int BUFFER_BYTES = 1 << 16;

  private RecordLayout() {}

  static void text(int number, String text, ByteBuffer out) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.putInt(TEXT).putInt(number).putInt(bytes.length).put(bytes);
  }

  /**
   * The executions that a file accounts for.
   *
   * @param path what the file begins with, as a text: see {@link MonitoredPath}
   * @param signature what all records are about
   * @throws IOException if the file cannot be read, is of another path, or a record is not sound
   */
  public static long executions(Path file, String path, String signature) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES))) {
      return executions(in, path, signature);
    }
  }

  private static long executions(DataInputStream in, String path, String signature)
      throws IOException {
    Map<Integer, String> texts = new HashMap<>();
    long executions = 0;
    while (true) {
      int type;
      try {
        type = in.readInt();
      } catch (EOFException e) {
        break;
      }
      int number = in.readInt();
      if (type == TEXT) {
        texts.put(number, new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
        continue;
      }
      check(path.equals(texts.get(MonitoredPath.OWN_TEXT)), "another path: " + texts);
      check(signature.equals(texts.get(number)), "no signature " + number + " in " + texts);
      executions += executions(type, texts, in);
    }
    return executions;
  }

  private static long executions(int type, Map<Integer, String> texts, DataInputStream in)
      throws IOException {
    switch (type) {
      case EXECUTION -> {
        check(texts.containsKey(in.readInt()) && texts.containsKey(in.readInt()), "unknown text");
        check(in.readLong() > 0, "no trace");
        checkTimes(in);
        check(in.readInt() == in.readInt(), "order and depth differ in a single line of calls");
        return 1;
      }
      case DURATION -> {
        checkTimes(in);
        return 1;
      }
      case AGGREGATE -> {
        long count = in.readLong();
        check(count > 0 && in.readLong() >= 0, "an empty aggregate");
        return count;
      }
      default -> throw new IOException("no type of a record: " + type);
    }
  }

  private static void checkTimes(DataInputStream in) throws IOException {
    check(in.readLong() <= in.readLong(), "an end before the begin");
  }

  private static void check(boolean sound, String problem) throws IOException {
    if (!sound) {
      throw new IOException(problem);
    }
  }
}
