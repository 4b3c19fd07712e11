package dev.sluice.agent.it;

import java.util.List;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Classes with odd names, sizes, constants and attributes. */
final class OddShape implements Opcodes {
  private static final int MOST_CODE = 65_535;

  private OddShape() {}

  static List<OddClass> all() {
    return List.of(
        OddClass.method("My-Class$with spaces", V1_8, OddShape::identity),
        OddClass.method("Gr\u00f6\u00dfe\u65e5\u672c\ud83d\ude00", V1_8, OddShape::identity),
        OddClass.method("package-info", V1_8, OddShape::identity),
        OddClass.method("$", V1_8, OddShape::identity),
        OddClass.method("1", V1_8, OddShape::identity),
        OddClass.method("script$_run_closure1", V1_5, OddShape::identity),
        oddMethods("OddMethods"),
        OddClass.of("WrongAttributes", V1_8, OddShape::wrongAttributes),
        OddClass.of("OnlyResultsDiffer", V1_8, OddShape::onlyResultsDiffer),
        OddClass.of("Constants65000", V1_8, w -> constants(w, 65_000)).mayBeLeft(),
        OddClass.of("Constants65520", V1_8, w -> constants(w, 65_520)).mayBeLeft(),
        OddClass.of("Constants65534", V1_8, w -> constants(w, 65_534)).mayBeLeft(),
        OddClass.method("Code60000", V1_8, v -> nops(v, 60_000)),
        OddClass.method("Code65400", V1_8, v -> nops(v, 65_400)).mayBeLeft(),
        OddClass.method("Code65500", V1_8, v -> nops(v, 65_500)).mayBeLeft(),
        OddClass.method("Code65535", V1_8, v -> nops(v, MOST_CODE)).mayBeLeft(),
        OddClass.method("Code65535Old", V1_5, v -> nops(v, MOST_CODE)).mayBeLeft(),
        OddClass.method("FarJump", V1_8, v -> farJump(v, 32_760)),
        OddClass.method("FarJumpOld", V1_5, v -> farJump(v, 32_760)),
        OddClass.method("FarReturns", V1_8, OddShape::farReturns),
        OddClass.method("FarReturnsOld", V1_5, OddShape::farReturns),
        dynamic("Dynamic"));
  }

  private static void identity(MethodVisitor v) {
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IRETURN);
  }

  private static OddClass oddMethods(String name) {
    List<String> names =
        List.of(
            "is it?", "a-b", "gr\u00f6\u00dfe", "$", "1", "lambda$run$0", "a\"b'", "#x(y)", "=");
    return OddClass.of(
        name,
        V1_8,
        writer -> {
          names.forEach(n -> OddClass.write(writer, ACC_STATIC, n, "(I)I", OddShape::identity));
          OddClass.run(
              writer,
              v -> {
                v.visitVarInsn(ILOAD, 0);
                names.forEach(
                    n ->
                        v.visitMethodInsn(INVOKESTATIC, OddClass.internal(name), n, "(I)I", false));
                v.visitInsn(IRETURN);
              });
        });
  }

  /** What obfuscators leave: signatures that are none, and types that are not there. */
  private static void wrongAttributes(ClassWriter writer) {
    String gone = "Lcom/acme/odd/Gone;";
    writer.visit(
        V1_8,
        ACC_PUBLIC,
        OddClass.internal("WrongAttributes"),
        "<garbage",
        "java/lang/Object",
        null);
    writer.visitInnerClass(OddClass.internal("Other"), OddClass.internal("Gone"), "Wrong", 0);
    writer.visitAnnotation(gone, true).visit("size", 3);
    writer.visitAttribute(new Unknown());
    MethodVisitor v =
        writer.visitMethod(
            ACC_STATIC, "none", "([[" + gone + "J)" + gone, "(no)", new String[] {"Gone"});
    v.visitAnnotation(gone, true).visitEnum("kind", gone, "NONE");
    v.visitParameterAnnotation(0, gone, true);
    v.visitParameter("a parameter", 0);
    v.visitCode();
    v.visitInsn(ACONST_NULL);
    v.visitInsn(ARETURN);
    v.visitMaxs(0, 0);
    v.visitAttribute(new Unknown());
    v.visitEnd();
    OddClass.run(
        writer,
        w -> {
          Label from = new Label();
          Label to = new Label();
          w.visitLabel(from);
          w.visitLineNumber(65_535, from);
          w.visitInsn(ACONST_NULL);
          w.visitLdcInsn(3L);
          w.visitMethodInsn(
              INVOKESTATIC,
              OddClass.internal("WrongAttributes"),
              "none",
              "([[" + gone + "J)" + gone,
              false);
          w.visitInsn(POP);
          identity(w);
          w.visitLabel(to);
          w.visitLocalVariable("a name", gone, "wrong", from, to, 0);
        });
  }

  private static final class Unknown extends Attribute {
    Unknown() {
      super("com.acme.Unknown");
    }

    @Override
    protected ByteVector write(
        ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
      return new ByteVector().putInt(42);
    }
  }

  private static void onlyResultsDiffer(ClassWriter writer) {
    for (String result : new String[] {"I", "J", "V", "Ljava/lang/Object;"}) {
      OddClass.write(
          writer,
          ACC_STATIC,
          "same",
          "()" + result,
          v -> {
            Type type = Type.getType(result);
            if (type.getSize() == 2) {
              v.visitInsn(LCONST_1);
            } else if (type.getSort() == Type.OBJECT) {
              v.visitInsn(ACONST_NULL);
            } else if (type.getSize() == 1) {
              v.visitInsn(ICONST_1);
            }
            v.visitInsn(type.getOpcode(IRETURN));
          });
    }
    OddClass.run(
        writer,
        v -> {
          String owner = OddClass.internal("OnlyResultsDiffer");
          v.visitMethodInsn(INVOKESTATIC, owner, "same", "()V", false);
          v.visitMethodInsn(INVOKESTATIC, owner, "same", "()J", false);
          v.visitInsn(L2I);
          v.visitMethodInsn(INVOKESTATIC, owner, "same", "()I", false);
          v.visitInsn(IADD);
          v.visitInsn(IRETURN);
        });
  }

  private static void constants(ClassWriter writer, int count) {
    OddClass.run(writer, OddShape::identity);
    // The writer adds a name of its own at the end.
    for (int i = 0; writer.newConst(1_000_000 + i) < count - 1; i++) {}
  }

  private static void nops(MethodVisitor v, int length) {
    for (int i = 2; i < length; i++) {
      v.visitInsn(NOP);
    }
    identity(v);
  }

  /** As far as a jump goes. */
  private static void farJump(MethodVisitor v, int distance) {
    Label end = new Label();
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFLE, end);
    for (int i = 0; i < distance - 6; i++) {
      v.visitInsn(NOP);
    }
    v.visitIincInsn(0, 1);
    v.visitLabel(end);
    identity(v);
  }

  /** Code between jump and target that grows with each return. */
  private static void farReturns(MethodVisitor v) {
    Label end = new Label();
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFLE, end);
    for (int i = 0; i < 300; i++) {
      Label next = new Label();
      v.visitVarInsn(ILOAD, 0);
      v.visitJumpInsn(IFNE, next);
      identity(v);
      v.visitLabel(next);
      for (int nop = 0; nop < 98; nop++) {
        v.visitInsn(NOP);
      }
    }
    v.visitLabel(end);
    identity(v);
  }

  private static OddClass dynamic(String name) {
    String internal = OddClass.internal(name);
    String descriptor =
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;";
    Handle bootstrap = new Handle(H_INVOKESTATIC, internal, "constant", descriptor, false);
    return OddClass.of(
        name,
        V17,
        writer -> {
          OddClass.write(
              writer,
              ACC_STATIC,
              "constant",
              descriptor,
              v -> {
                v.visitLdcInsn("dynamic");
                v.visitInsn(ARETURN);
              });
          OddClass.run(
              writer,
              v -> {
                v.visitLdcInsn(new ConstantDynamic("c", "Ljava/lang/String;", bootstrap));
                v.visitMethodInsn(INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
                v.visitLdcInsn(Type.getObjectType(internal));
                v.visitLdcInsn(Type.getMethodType("(J)V"));
                v.visitLdcInsn(bootstrap);
                v.visitInsn(POP);
                v.visitInsn(POP2);
                v.visitVarInsn(ILOAD, 0);
                v.visitInsn(IADD);
                v.visitInsn(IRETURN);
              });
        });
  }
}
