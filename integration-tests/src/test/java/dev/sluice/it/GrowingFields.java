package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Fields of compiled classes that hold many things and grow after their object was made: a method
 * reads the field and adds something. What grows only while its class is initialized, or in a
 * constructor, is left out; a collection that is handed to somebody else who adds to it is not
 * seen.
 */
final class GrowingFields {
  private static final Set<String> ADD =
      Set.of(
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "compute",
          "computeIfAbsent",
          "computeIfPresent",
          "merge",
          "offer",
          "offerFirst",
          "offerLast",
          "push",
          "put",
          "putAll",
          "putIfAbsent",
          "replaceAll",
          "set");

  private static final String UNMODIFIABLE =
      "java/util/(List|Set|Map)\\.(of|ofEntries|copyOf)|java/util/stream/Stream\\.toList"
          + "|java/util/Collections\\.unmodifiable.*|.*\\.values";

  private final Set<String> growing = new TreeSet<>();
  private final Set<String> unmodifiable = new HashSet<>();
  private final Set<String> constants = new HashSet<>();

  /** Reads all classes of a folder. */
  void read(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.filter(file -> file.toString().endsWith(".class")).forEach(this::readClass);
    }
  }

  /** Growing fields as {@code package.Class$Nested.field}. */
  Set<String> growing() {
    growing.removeAll(unmodifiable);
    return growing;
  }

  /** Static final fields of primitive types, in the same form. */
  Set<String> constants() {
    return constants;
  }

  private void readClass(Path file) {
    try {
      new ClassReader(Files.readAllBytes(file)).accept(new Fields(), ClassReader.SKIP_DEBUG);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private final class Fields extends ClassVisitor {
    private String owner;

    Fields() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(int v, int access, String name, String sign, String above, String[] types) {
      owner = name;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      if (value instanceof Number) {
        constants.add(owner.replace('/', '.') + "." + name);
      }
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return name.equals("<clinit>") ? new Constants() : name.equals("<init>") ? null : new Reads();
    }
  }

  /** Static fields that get a collection which nobody can change. */
  private final class Constants extends MethodVisitor {
    private String last = "";

    Constants() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String name, String type, boolean isIface) {
      last = of + "." + name;
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
      if (opcode == Opcodes.PUTSTATIC && last.matches(UNMODIFIABLE)) {
        unmodifiable.add(of.replace('/', '.') + "." + name);
      }
      last = "";
    }
  }

  /** What a method reads and does. */
  private final class Reads extends MethodVisitor {
    private final Set<String> collections = new HashSet<>();
    private final Set<String> arrays = new HashSet<>();
    private boolean adds;
    private boolean stores;

    Reads() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
      String field = of.replace('/', '.') + "." + name;
      if (of.startsWith("dev/sluice/") && !name.startsWith("$")) {
        if (descriptor.startsWith("[L") || descriptor.startsWith("[[")) {
          arrays.add(field);
        } else if (isCollection(Type.getType(descriptor))) {
          collections.add(field);
        }
      }
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String name, String type, boolean isIface) {
      adds |= ADD.contains(name) && isCollection(Type.getObjectType(of));
      stores |= of.equals("java/util/Arrays") && name.equals("copyOf");
    }

    @Override
    public void visitInsn(int opcode) {
      stores |= opcode == Opcodes.AASTORE;
    }

    @Override
    public void visitEnd() {
      if (adds) {
        growing.addAll(collections);
      }
      if (stores) {
        growing.addAll(arrays);
      }
    }
  }

  private static boolean isCollection(Type type) {
    if (type.getSort() != Type.OBJECT) {
      return false;
    }
    String name = type.getClassName();
    if (!name.startsWith("java.")) {
      return name.matches(".*(Map|Cache|Queue|Deque|Table|Set)");
    }
    try {
      Class<?> found = Class.forName(name, false, null);
      return Map.class.isAssignableFrom(found)
          || Collection.class.isAssignableFrom(found)
          || found == ClassValue.class
          || found == ThreadLocal.class;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
