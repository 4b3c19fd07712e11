package dev.sluice.agent.it;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes with odd local variables, parameters and constructors. */
final class OddLocals implements Opcodes {
  private static final int MOST = 65_535;

  private OddLocals() {}

  static List<OddClass> all() {
    List<OddClass> all = new ArrayList<>();
    for (int version : new int[] {V1_5, V1_6, V1_8, V17}) {
      all.add(OddClass.method("Parameter" + version, version, OddLocals::parameterReused));
      all.add(OddClass.instance("This" + version, version, OddLocals::thisReused));
      all.add(OddClass.instance("ThisInLoop" + version, version, OddLocals::thisReusedInLoop));
      all.add(thisOfNewReused("ThisOfNew" + version, version));
      all.add(OddClass.constructor("Ways" + version, version, OddLocals::twoWays).mayBeLeft());
      all.add(OddClass.constructor("Early" + version, version, OddLocals::readBeforeSuper));
      all.add(longs("Longs" + version, version));
      all.add(OddClass.method("Wide" + version, version, OddLocals::wide));
    }
    all.add(manyParameters("ManyParameters"));
    for (int free : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 50}) {
      String name = "Locals" + (MOST - free);
      all.add(OddClass.method(name, V1_8, v -> locals(v, MOST - free)).mayBeLeft());
      all.add(OddClass.method(name + "Old", V1_5, v -> locals(v, MOST - free)).mayBeLeft());
      all.add(
          OddClass.constructor(
                  "New" + name,
                  V1_8,
                  v -> {
                    OddClass.superCall(v);
                    v.visitVarInsn(ILOAD, 1);
                    v.visitVarInsn(ISTORE, MOST - free - 1);
                    v.visitInsn(RETURN);
                  })
              .mayBeLeft());
    }
    return all;
  }

  /** The place of a parameter takes values of other types, which overlap. */
  private static void parameterReused(MethodVisitor v) {
    Label other = new Label();
    Label both = new Label();
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(DUP);
    v.visitJumpInsn(IFLE, other);
    v.visitInsn(I2L);
    v.visitVarInsn(LSTORE, 0);
    v.visitVarInsn(LLOAD, 0);
    v.visitInsn(L2D);
    v.visitVarInsn(DSTORE, 1);
    v.visitLdcInsn("text");
    v.visitVarInsn(ASTORE, 0);
    v.visitVarInsn(ALOAD, 0);
    v.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    v.visitVarInsn(DLOAD, 1);
    v.visitInsn(D2I);
    v.visitInsn(IADD);
    v.visitJumpInsn(GOTO, both);
    v.visitLabel(other);
    v.visitInsn(I2F);
    v.visitVarInsn(FSTORE, 0);
    v.visitVarInsn(FLOAD, 0);
    v.visitInsn(F2I);
    v.visitLabel(both);
    v.visitInsn(IRETURN);
  }

  private static void thisReused(MethodVisitor v) {
    v.visitVarInsn(ILOAD, 1);
    v.visitVarInsn(ISTORE, 0);
    v.visitIincInsn(0, 3);
    v.visitInsn(ACONST_NULL);
    v.visitVarInsn(ASTORE, 1);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 0);
    v.visitIincInsn(0, -3);
    v.visitInsn(POP);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IDIV);
    v.visitInsn(IRETURN);
  }

  private static void thisReusedInLoop(MethodVisitor v) {
    Label loop = new Label();
    Label end = new Label();
    v.visitInsn(LCONST_0);
    v.visitVarInsn(LSTORE, 2);
    v.visitInsn(DCONST_1);
    v.visitVarInsn(DSTORE, 0);
    v.visitInsn(ICONST_3);
    v.visitVarInsn(ISTORE, 4);
    v.visitLabel(loop);
    v.visitVarInsn(DLOAD, 0);
    v.visitVarInsn(DLOAD, 0);
    v.visitInsn(DADD);
    v.visitVarInsn(DSTORE, 0);
    v.visitIincInsn(4, -1);
    v.visitVarInsn(ILOAD, 4);
    v.visitJumpInsn(IFGT, loop);
    v.visitJumpInsn(GOTO, end);
    v.visitLabel(end);
    v.visitVarInsn(DLOAD, 0);
    v.visitInsn(D2I);
    v.visitInsn(IRETURN);
  }

  private static OddClass thisOfNewReused(String name, int version) {
    return OddClass.constructor(name, version, v -> thisOfNewReused(v, OddClass.internal(name)));
  }

  private static void thisOfNewReused(MethodVisitor v, String name) {
    Label loop = new Label();
    OddClass.superCall(v);
    v.visitVarInsn(ALOAD, 0);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 1);
    v.visitInsn(IDIV);
    v.visitFieldInsn(PUTFIELD, name, "value", "I");
    v.visitInsn(ICONST_2);
    v.visitVarInsn(ISTORE, 0);
    v.visitLabel(loop);
    v.visitIincInsn(0, -1);
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFGT, loop);
    v.visitInsn(RETURN);
  }

  /** Two calls of another constructor. */
  private static void twoWays(MethodVisitor v) {
    Label other = new Label();
    Label both = new Label();
    v.visitVarInsn(ILOAD, 1);
    v.visitJumpInsn(IFLE, other);
    OddClass.superCall(v);
    v.visitJumpInsn(GOTO, both);
    v.visitLabel(other);
    OddClass.superCall(v);
    v.visitLabel(both);
    v.visitInsn(RETURN);
  }

  /** A parameter is changed, and ways join, before {@code super()}. */
  private static void readBeforeSuper(MethodVisitor v) {
    Label other = new Label();
    v.visitVarInsn(ALOAD, 0);
    v.visitVarInsn(ILOAD, 1);
    v.visitJumpInsn(IFLE, other);
    v.visitLdcInsn(5L);
    v.visitVarInsn(LSTORE, 1);
    v.visitInsn(ICONST_1);
    v.visitVarInsn(ISTORE, 1);
    v.visitLabel(other);
    v.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 1);
    v.visitInsn(IDIV);
    v.visitInsn(POP);
    v.visitInsn(RETURN);
  }

  private static OddClass longs(String name, int version) {
    return OddClass.of(name, version, writer -> longs(writer, OddClass.internal(name)));
  }

  private static void longs(ClassWriter writer, String name) {
    OddClass.write(
        writer,
        ACC_STATIC,
        "sum",
        "(JDLjava/lang/Object;JI)J",
        v -> {
          Label end = new Label();
          v.visitVarInsn(LLOAD, 0);
          v.visitVarInsn(DLOAD, 2);
          v.visitInsn(D2L);
          v.visitInsn(LADD);
          v.visitVarInsn(LLOAD, 5);
          v.visitInsn(LADD);
          v.visitVarInsn(ALOAD, 4);
          v.visitJumpInsn(IFNULL, end);
          v.visitVarInsn(ILOAD, 7);
          v.visitInsn(I2L);
          v.visitInsn(LADD);
          v.visitLabel(end);
          v.visitInsn(LRETURN);
        });
    OddClass.run(
        writer,
        v -> {
          v.visitLdcInsn(1L);
          v.visitLdcInsn(2.0);
          v.visitLdcInsn("three");
          v.visitLdcInsn(4L);
          v.visitVarInsn(ILOAD, 0);
          v.visitMethodInsn(INVOKESTATIC, name, "sum", "(JDLjava/lang/Object;JI)J", false);
          v.visitInsn(L2I);
          v.visitInsn(IRETURN);
        });
  }

  /** Numbers of local variables that need two bytes. */
  private static void wide(MethodVisitor v) {
    Label end = new Label();
    v.visitVarInsn(ILOAD, 0);
    v.visitVarInsn(ISTORE, 300);
    v.visitIincInsn(300, 1000);
    v.visitIincInsn(0, -1000);
    v.visitLdcInsn(3L);
    v.visitVarInsn(LSTORE, 1000);
    v.visitLdcInsn(4.0);
    v.visitVarInsn(DSTORE, 256);
    v.visitLdcInsn("five");
    v.visitVarInsn(ASTORE, 255);
    v.visitVarInsn(ILOAD, 300);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IADD);
    v.visitJumpInsn(IFLT, end);
    v.visitIincInsn(300, -1);
    v.visitLabel(end);
    v.visitVarInsn(ILOAD, 300);
    v.visitVarInsn(LLOAD, 1000);
    v.visitInsn(L2I);
    v.visitInsn(IADD);
    v.visitInsn(IRETURN);
  }

  private static OddClass manyParameters(String name) {
    return OddClass.of(name, V1_8, writer -> manyParameters(writer, OddClass.internal(name)));
  }

  private static void manyParameters(ClassWriter writer, String name) {
    String descriptor = "(" + "J".repeat(127) + "I)I";
    OddClass.write(
        writer,
        ACC_STATIC,
        "many",
        descriptor,
        v -> {
          v.visitVarInsn(ILOAD, 254);
          v.visitIincInsn(254, 1);
          v.visitInsn(IRETURN);
        });
    OddClass.run(
        writer,
        v -> {
          for (int i = 0; i < 127; i++) {
            v.visitLdcInsn((long) i);
          }
          v.visitVarInsn(ILOAD, 0);
          v.visitMethodInsn(INVOKESTATIC, name, "many", descriptor, false);
          v.visitInsn(IRETURN);
        });
  }

  /** The last of so many is used. */
  private static void locals(MethodVisitor v, int count) {
    Label end = new Label();
    v.visitVarInsn(ILOAD, 0);
    v.visitVarInsn(ISTORE, count - 1);
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFLT, end);
    v.visitIincInsn(count - 1, 5);
    v.visitLabel(end);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, count - 1);
    v.visitInsn(IDIV);
    v.visitInsn(IRETURN);
  }
}
