package dev.sluice.agent.handover;

import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.utility.OpenedClassReader;

/** How many local variables each method of a class uses. */
final class MethodLocals {
  private final Map<String, Integer> locals = new HashMap<>();

  MethodLocals(ClassReader reader) {
    reader.accept(
        new ClassVisitor(OpenedClassReader.ASM_API) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(OpenedClassReader.ASM_API) {
              @Override
              public void visitMaxs(int maxStack, int maxLocals) {
                locals.put(name + descriptor, maxLocals);
              }
            };
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  int of(String name, String descriptor) {
    return locals.getOrDefault(name + descriptor, 0);
  }
}
