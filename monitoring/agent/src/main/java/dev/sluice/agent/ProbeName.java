package dev.sluice.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Renames what all classes can see in class files, from the names they are written under to those
 * of {@code java.lang}.
 *
 * <p>Why: every class loader, whatever it hides, gives {@code java.*} to the bootstrap loader, and
 * every module reads {@code java.base}. A jar appended to the bootstrap class path would serve most
 * loaders too, but then the JVM prints a warning that class data sharing is off.
 *
 * <p>All names in a class file are texts in its constant pool, and texts carry their length, so
 * nothing but the pool changes.
 */
final class ProbeName {
  /** The package they are written in. */
  static final String WRITTEN = "dev/sluice/agent/bootstrap/";

  /** The begin of the names they run under. */
  static final String RUNTIME = "java/lang/Sluice";

  private static final String[] CLASSES = {"Probe", "Handover"};

  private static final int TEXT = 1;
  private static final int MAGIC_VERSION_BYTES = 8;

  private ProbeName() {}

  /** The class file with the probe's name replaced wherever it stands. */
  static byte[] apply(byte[] classFile) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length);
    DataOutputStream out = new DataOutputStream(bytes);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    out.write(in.readNBytes(MAGIC_VERSION_BYTES));
    int entries = in.readUnsignedShort();
    out.writeShort(entries);
    for (int i = 1; i < entries; i++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == TEXT) {
        out.writeUTF(renamed(in.readUTF()));
      } else {
        out.write(in.readNBytes(length(tag)));
        // A long or a double counts as two entries.
        i += tag == 5 || tag == 6 ? 1 : 0;
      }
    }
    in.transferTo(out);
    return bytes.toByteArray();
  }

  /**
   * A text may be the class's name or a descriptor; anything else that looks like it is left alone.
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

  /** Bytes behind the tag, Java Virtual Machine Specification 4.4. */
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
