package dev.sluice.agent.context;

import dev.sluice.agent.bytecode.CodeSizes;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the calls into the {@link EdgeMethod}s. It must come behind the transformer of the probes:
 * then a request has arrived when the probe of the same method begins. Thread-safe.
 */
final class EdgeTransformer implements ClassFileTransformer {
  private static final ClassLoader OWN = EdgeTransformer.class.getClassLoader();

  /** In the constant pool of every servlet and filter, and of few other classes. */
  private static final byte[] SERVLET =
      "/servlet/ServletResponse;".getBytes(StandardCharsets.US_ASCII);

  private static final int MAJOR_VERSION_AT = 6;

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || loader == OWN) {
      return null;
    }
    List<EdgeMethod> edges = EdgeMethod.BY_TYPE.get(name);
    if (edges == null && loader != null && contains(classFile, SERVLET)) {
      edges = EdgeMethod.OF_SERVLETS;
    }
    return edges == null ? null : transform(classFile, edges);
  }

  private static boolean contains(byte[] bytes, byte[] text) {
    for (int i = 0; i <= bytes.length - text.length; i++) {
      int same = 0;
      while (same < text.length && bytes[i + same] == text[same]) {
        same++;
      }
      if (same == text.length) {
        return true;
      }
    }
    return false;
  }

  /** Null if the class has none of them. */
  static byte[] transform(byte[] classFile, List<EdgeMethod> edges) {
    ClassReader reader = new ClassReader(classFile);
    boolean framed = reader.readUnsignedShort(MAJOR_VERSION_AT) >= Opcodes.V1_6;
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Calls calls = new Calls(writer, edges, new CodeSizes(reader), framed);
    reader.accept(calls, framed ? ClassReader.EXPAND_FRAMES : ClassReader.SKIP_FRAMES);
    return calls.isChanged ? writer.toByteArray() : null;
  }

  private static final class Calls extends ClassVisitor {
    private final List<EdgeMethod> edges;
    private final CodeSizes sizes;
    private final boolean framed;
    private boolean isChanged;

    Calls(ClassVisitor out, List<EdgeMethod> edges, CodeSizes sizes, boolean framed) {
      super(Opcodes.ASM9, out);
      this.edges = edges;
      this.sizes = sizes;
      this.framed = framed;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      EdgeMethod edge = EdgeMethod.find(edges, name, descriptor);
      if (edge == null || (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) != 0) {
        return out;
      }
      isChanged = true;
      return new EdgeVisitor(out, edge, descriptor, sizes.of(name, descriptor).locals(), framed);
    }
  }
}
