package dev.sluice.it;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads our classes anew, with a call of {@link Allocations#check} before everything that
 * allocates: in collectors, in the binary serializer and in the API.
 */
final class FailingClassLoader extends ClassLoader {
  private static final String CHECK = Allocations.class.getName().replace('.', '/');

  /** What is called of the JDK and allocates, or may have to grow something. */
  private static final Set<String> ALLOCATING =
      Set.of(
          "add",
          "addFirst",
          "addLast",
          "append",
          "clone",
          "copyOf",
          "copyOfRange",
          "getBytes",
          "lock",
          "merge",
          "newThread",
          "of",
          "offer",
          "push",
          "put",
          "start",
          "toArray",
          "toString",
          "tryLock",
          "valueOf",
          "values",
          "write");

  FailingClassLoader() {
    super(FailingClassLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("dev.sluice.") || name.equals(Allocations.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known != null ? known : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      byte[] code = isChecked(name) ? checked(bytes) : bytes;
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static boolean isChecked(String name) {
    return name.startsWith("dev.sluice.collectors.")
        || name.startsWith("dev.sluice.serializers.")
        || name.startsWith("dev.sluice.api.");
  }

  private static byte[] checked(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Checks(writer), 0);
    return writer.toByteArray();
  }

  private static final class Checks extends ClassVisitor {
    Checks(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      // A class that could not be initialised stays so for ever, which is no concern of ours.
      return name.equals("<clinit>") ? next : new Before(next);
    }
  }

  private static final class Before extends MethodVisitor {
    Before(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    private void check() {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, CHECK, "check", "()V", false);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.ANEWARRAY) {
        check();
      }
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        check();
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      check();
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      // Of an object when it is initialised: verified code refers to the place where it is made.
      boolean made = name.equals("<init>");
      if (made || owner.startsWith("java/") && ALLOCATING.contains(name)) {
        check();
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
