package dev.sluice.agent.handover;

import dev.sluice.agent.bytecode.CodeSizes;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the calls into the {@link HandoverMethod}s. Thread-safe.
 *
 * @param byType these methods, by internal name of their class
 */
record HandoverTransformer(Map<String, List<HandoverMethod>> byType)
    implements ClassFileTransformer {
  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    List<HandoverMethod> places = loader == null && name != null ? byType.get(name) : null;
    return places == null ? null : transform(classFile, places);
  }

  static byte[] transform(byte[] classFile, List<HandoverMethod> places) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Calls(writer, places, new CodeSizes(reader)), ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  private static final class Calls extends ClassVisitor {
    private final List<HandoverMethod> places;
    private final CodeSizes locals;

    Calls(ClassVisitor out, List<HandoverMethod> places, CodeSizes locals) {
      super(Opcodes.ASM9, out);
      this.places = places;
      this.locals = locals;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      for (HandoverMethod place : places) {
        if (place.method().equals(name)) {
          out = new HandoverMethodVisitor(out, place, locals.of(name, descriptor).locals());
        }
      }
      return out;
    }
  }
}
