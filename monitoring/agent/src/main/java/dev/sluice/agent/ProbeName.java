package dev.sluice.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Renames the classes that all other classes can see, from the names in their sources to names in
 * {@code java.lang}.
 *
 * <p>Why: every class loader, whatever it hides, gives {@code java.*} to the bootstrap loader, and
 * every module reads {@code java.base}. A jar appended to the bootstrap class path would serve most
 * loaders too, but then the JVM prints a warning that class data sharing is off.
 *
 * <p>All names in a class file are texts in its constant pool, and texts carry their length, so
 * nothing but the pool changes.
 */
final class ProbeName {
  /** Package of the classes in the sources. */
  static final String WRITTEN = "dev/sluice/agent/bootstrap/";

  /** Beginning of the names under which the classes run. */
  static final String RUNTIME = "java/lang/Sluice";

  private static final String[] CLASSES = {"Probe", "Handover", "LibraryCall"};

  private static final int TEXT = 1;
  private static final int ENTRIES_AT = 8;

  private ProbeName() {}

  /**
   * Returns the class file with the probe's name replaced everywhere. It compares bytes and does
   * not decode texts: this is among the first code that a JVM runs, and what is hot in it is
   * compiled at the expense of the application's start.
   */
  static byte[] apply(byte[] classFile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(classFile.length);
    int copied = 0;
    int at = ENTRIES_AT + 2;
    int entries = unsignedShort(classFile, ENTRIES_AT);
    for (int i = 1; i < entries; i++) {
      int tag = classFile[at];
      int end = at + 1 + (tag == TEXT ? 2 + unsignedShort(classFile, at + 1) : length(tag));
      if (tag == TEXT && end - at > WRITTEN.length()) {
        // One character a byte, whatever it means.
        String text = new String(classFile, at + 3, end - at - 3, StandardCharsets.ISO_8859_1);
        String renamed = renamed(text);
        if (!renamed.equals(text)) {
          out.write(classFile, copied, at + 1 - copied);
          out.write(renamed.length() >> 8);
          out.write(renamed.length());
          out.writeBytes(renamed.getBytes(StandardCharsets.ISO_8859_1));
          copied = end;
        }
      }
      // A long or a double counts as two entries.
      i += tag == 5 || tag == 6 ? 1 : 0;
      at = end;
    }
    if (copied == 0) {
      return classFile;
    }
    out.write(classFile, copied, classFile.length - copied);
    return out.toByteArray();
  }

  private static int unsignedShort(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  /**
   * Returns the new text of a class's name or a descriptor; any other text is returned unchanged.
   */
  private static String renamed(String text) {
    if (!text.contains(WRITTEN)) {
      return text;
    }
    String result = text;
    for (String name : CLASSES) {
      result =
          result.equals(WRITTEN + name)
              ? RUNTIME + name
              : result.replace("L" + WRITTEN + name + ";", "L" + RUNTIME + name + ";");
    }
    return result;
  }

  /** Returns the number of bytes after a tag, see Java Virtual Machine Specification 4.4. */
  private static int length(int tag) throws IOException {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case 5, 6 -> 8;
      default -> throw new IOException("constant pool tag " + tag);
    };
  }
}
