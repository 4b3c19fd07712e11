package dev.sluice.agent.bytecode;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;

/**
 * Length of the code and number of local variables of each method of a class, read only from the
 * heads of the attributes (Java Virtual Machine Specification 4.7.3): visiting all instructions for
 * that takes as long as to transform them.
 */
public final class CodeSizes {
  private static final CodeSize NONE = new CodeSize(0, 0);

  private final ClassReader reader;
  private final char[] text;
  private final Map<String, CodeSize> sizes = new HashMap<>();

  /**
   * Size of a method.
   *
   * @param locals places of its local variables
   * @param bytes length of its code
   */
  public record CodeSize(int locals, int bytes) {}

  /** Reads a class. */
  public CodeSizes(ClassReader reader) {
    this.reader = reader;
    text = new char[reader.getMaxStringLength()];
    int interfaces = reader.header + 6;
    int fields = interfaces + 2 + 2 * reader.readUnsignedShort(interfaces);
    int methods = members(fields, false);
    members(methods, true);
  }

  private int members(int start, boolean methods) {
    int at = start + 2;
    for (int i = reader.readUnsignedShort(start); i > 0; i--) {
      int member = at;
      at += 8;
      for (int k = reader.readUnsignedShort(member + 6); k > 0; k--) {
        if (methods && "Code".equals(reader.readUTF8(at, text))) {
          String key = reader.readUTF8(member + 2, text) + reader.readUTF8(member + 4, text);
          sizes.put(key, new CodeSize(reader.readUnsignedShort(at + 8), reader.readInt(at + 10)));
        }
        at += 6 + reader.readInt(at + 2);
      }
    }
    return at;
  }

  /** Returns the size of a method; zeros if it has no code. */
  public CodeSize of(String name, String descriptor) {
    return sizes.getOrDefault(name + descriptor, NONE);
  }
}
