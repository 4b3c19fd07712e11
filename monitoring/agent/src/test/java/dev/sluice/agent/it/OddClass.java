package dev.sluice.agent.it;

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class that no compiler for Java writes; it has {@code public static int run(int)}.
 *
 * @param name with slashes
 * @param recorded whether {@code run} must be in the recording
 */
record OddClass(String name, byte[] bytes, boolean recorded) implements Opcodes {
  private static final String PACKAGE = "com/acme/odd/";

  /** The class is written by a function, with stack map frames from Java 7 on. */
  static OddClass of(String name, int version, Consumer<ClassWriter> content) {
    int flags = version >= V1_7 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS;
    ClassWriter writer = new ClassWriter(flags);
    writer.visit(version, ACC_PUBLIC, PACKAGE + name, null, "java/lang/Object", null);
    writer.visitField(ACC_PUBLIC, "value", "I", null, null);
    content.accept(writer);
    writer.visitEnd();
    return new OddClass(PACKAGE + name, writer.toByteArray(), true);
  }

  /** The method {@code run} is odd. */
  static OddClass method(String name, int version, Consumer<MethodVisitor> code) {
    return of(name, version, writer -> run(writer, code));
  }

  /** An instance method is odd; {@code run} calls it. */
  static OddClass instance(String name, int version, Consumer<MethodVisitor> code) {
    return of(
        name,
        version,
        writer -> {
          write(writer, 0, "<init>", "()V", OddClass::plainConstructor);
          write(writer, 0, "odd", "(I)I", code);
          run(
              writer,
              v -> {
                create(v, name);
                v.visitVarInsn(ILOAD, 0);
                v.visitMethodInsn(INVOKEVIRTUAL, PACKAGE + name, "odd", "(I)I", false);
                v.visitInsn(IRETURN);
              });
        });
  }

  /** A constructor with a parameter is odd; {@code run} returns the field {@code value}. */
  static OddClass constructor(String name, int version, Consumer<MethodVisitor> code) {
    return of(
        name,
        version,
        writer -> {
          write(writer, 0, "<init>", "()V", OddClass::plainConstructor);
          write(writer, 0, "<init>", "(I)V", code);
          run(
              writer,
              v -> {
                v.visitTypeInsn(NEW, PACKAGE + name);
                v.visitInsn(DUP);
                v.visitVarInsn(ILOAD, 0);
                v.visitMethodInsn(INVOKESPECIAL, PACKAGE + name, "<init>", "(I)V", false);
                v.visitFieldInsn(GETFIELD, PACKAGE + name, "value", "I");
                v.visitInsn(IRETURN);
              });
        });
  }

  private static void create(MethodVisitor v, String name) {
    v.visitTypeInsn(NEW, PACKAGE + name);
    v.visitInsn(DUP);
    v.visitMethodInsn(INVOKESPECIAL, PACKAGE + name, "<init>", "()V", false);
  }

  /** A public method with code. */
  static void write(
      ClassWriter writer,
      int access,
      String name,
      String descriptor,
      Consumer<MethodVisitor> code) {
    MethodVisitor v = writer.visitMethod(ACC_PUBLIC | access, name, descriptor, null, null);
    v.visitCode();
    code.accept(v);
    v.visitMaxs(0, 0);
    v.visitEnd();
  }

  /** The method that is called. */
  static void run(ClassWriter writer, Consumer<MethodVisitor> code) {
    write(writer, ACC_STATIC, "run", "(I)I", code);
  }

  private static void plainConstructor(MethodVisitor v) {
    superCall(v);
    v.visitInsn(RETURN);
  }

  /** {@code super()}. */
  static void superCall(MethodVisitor v) {
    v.visitVarInsn(ALOAD, 0);
    v.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  }

  /** The internal name of an odd class. */
  static String internal(String name) {
    return PACKAGE + name;
  }

  /** It may be left alone. */
  OddClass mayBeLeft() {
    return new OddClass(name, bytes, false);
  }
}
