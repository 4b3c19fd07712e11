package dev.sluice.agent.it;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Classes with odd ways through their methods. */
final class OddFlow implements Opcodes {
  private static final String EXCEPTION = "java/lang/IllegalStateException";

  private OddFlow() {}

  static List<OddClass> all() {
    return List.of(
        OddClass.method("Subroutine48", V1_4, OddFlow::subroutine).mayBeLeft(),
        OddClass.method("Subroutine49", V1_5, OddFlow::subroutine).mayBeLeft(),
        OddClass.method("Subroutine50", V1_6, OddFlow::subroutine).mayBeLeft(),
        OddClass.method("NoFrames49", V1_5, OddFlow::branches),
        OddClass.method("NoFrames50", V1_6, OddFlow::branches),
        OddClass.method("DeadCode49", V1_5, OddFlow::deadCode),
        OddClass.method("DeadCode50", V1_6, OddFlow::deadCode),
        OddClass.method("DeadCode52", V1_8, OddFlow::deadCode),
        OddClass.method("LoopAtStart49", V1_5, OddFlow::loopAtStart),
        OddClass.method("LoopAtStart52", V1_8, OddFlow::loopAtStart),
        OddClass.of("EndlessLoop", V1_8, OddFlow::endlessLoop),
        OddClass.of("OnlyThrows", V1_8, OddFlow::onlyThrows),
        OddClass.method("FullStackReturn49", V1_5, OddFlow::fullStackReturn),
        OddClass.method("FullStackReturn", V1_8, OddFlow::fullStackReturn),
        OddClass.method("UninitialisedOnStack", V1_8, OddFlow::uninitialisedOnStack),
        OddClass.method("UninitialisedAtReturn", V1_8, OddFlow::uninitialisedAtReturn),
        OddClass.method("HandlerOfItself", V1_8, OddFlow::handlerOfItself),
        OddClass.method("HandlerOfAll", V1_8, OddFlow::handlerOfAll),
        OddClass.method("HandlerBefore", V1_8, OddFlow::handlerBefore),
        OddClass.method("Unbalanced", V1_8, OddFlow::unbalanced),
        OddClass.method("AllSwitches", V1_8, OddFlow::switches));
  }

  private static void subroutine(MethodVisitor v) {
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    Label subroutine = new Label();
    v.visitTryCatchBlock(from, to, handler, null);
    v.visitInsn(ICONST_0);
    v.visitVarInsn(ISTORE, 1);
    v.visitLabel(from);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IDIV);
    v.visitVarInsn(ISTORE, 1);
    v.visitLabel(to);
    v.visitJumpInsn(JSR, subroutine);
    v.visitVarInsn(ILOAD, 1);
    v.visitInsn(IRETURN);
    v.visitLabel(handler);
    v.visitVarInsn(ASTORE, 3);
    v.visitJumpInsn(JSR, subroutine);
    v.visitVarInsn(ALOAD, 3);
    v.visitInsn(ATHROW);
    v.visitLabel(subroutine);
    v.visitVarInsn(ASTORE, 2);
    v.visitIincInsn(1, 7);
    v.visitVarInsn(RET, 2);
  }

  private static void branches(MethodVisitor v) {
    Label other = new Label();
    Label loop = new Label();
    Label end = new Label();
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFLE, other);
    v.visitLabel(loop);
    v.visitIincInsn(0, -2);
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFGT, loop);
    v.visitInsn(ICONST_5);
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFEQ, end);
    v.visitInsn(IRETURN);
    v.visitLabel(other);
    v.visitVarInsn(ILOAD, 0);
    v.visitLabel(end);
    v.visitInsn(IRETURN);
  }

  private static void deadCode(MethodVisitor v) {
    Label after = new Label();
    Label dead = new Label();
    v.visitJumpInsn(GOTO, after);
    v.visitLabel(dead);
    v.visitInsn(POP);
    v.visitJumpInsn(GOTO, dead);
    v.visitLabel(after);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IRETURN);
    v.visitInsn(POP2);
    v.visitInsn(IRETURN);
    v.visitInsn(ATHROW);
  }

  private static void loopAtStart(MethodVisitor v) {
    Label start = new Label();
    v.visitLabel(start);
    v.visitIincInsn(0, -1);
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFGT, start);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IRETURN);
  }

  /** Never called, but it must be verified with its class. */
  private static void endlessLoop(org.objectweb.asm.ClassWriter writer) {
    OddClass.write(
        writer,
        ACC_STATIC,
        "forever",
        "()V",
        v -> {
          Label start = new Label();
          v.visitLabel(start);
          v.visitJumpInsn(GOTO, start);
        });
    OddClass.run(writer, OddFlow::loopAtStart);
  }

  private static void onlyThrows(org.objectweb.asm.ClassWriter writer) {
    OddClass.run(writer, OddFlow::thrown);
    OddClass.write(
        writer,
        ACC_STATIC,
        "nothing",
        "()J",
        v -> {
          v.visitInsn(ACONST_NULL);
          v.visitInsn(ATHROW);
        });
  }

  private static void thrown(MethodVisitor v) {
    v.visitTypeInsn(NEW, EXCEPTION);
    v.visitInsn(DUP);
    v.visitLdcInsn("thrown");
    v.visitMethodInsn(INVOKESPECIAL, EXCEPTION, "<init>", "(Ljava/lang/String;)V", false);
    v.visitInsn(ATHROW);
  }

  /** What lies below the result on the operand stack is thrown away. */
  private static void fullStackReturn(MethodVisitor v) {
    Label negative = new Label();
    v.visitLdcInsn("left");
    v.visitLdcInsn(7L);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(DUP);
    v.visitJumpInsn(IFLT, negative);
    v.visitInsn(ICONST_1);
    v.visitInsn(IADD);
    v.visitInsn(IRETURN);
    v.visitLabel(negative);
    v.visitLdcInsn(2.5);
    v.visitInsn(DUP2);
    v.visitInsn(ICONST_M1);
    v.visitInsn(IRETURN);
  }

  private static void uninitialisedOnStack(MethodVisitor v) {
    Label other = new Label();
    Label both = new Label();
    v.visitTypeInsn(NEW, "java/lang/Integer");
    v.visitInsn(DUP);
    v.visitVarInsn(ILOAD, 0);
    v.visitJumpInsn(IFLE, other);
    v.visitInsn(ICONST_2);
    v.visitJumpInsn(GOTO, both);
    v.visitLabel(other);
    v.visitInsn(ICONST_3);
    v.visitLabel(both);
    v.visitMethodInsn(INVOKESPECIAL, "java/lang/Integer", "<init>", "(I)V", false);
    v.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Integer", "intValue", "()I", false);
    v.visitInsn(IRETURN);
  }

  private static void uninitialisedAtReturn(MethodVisitor v) {
    v.visitTypeInsn(NEW, "java/lang/Integer");
    v.visitInsn(DUP);
    v.visitVarInsn(ASTORE, 1);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IRETURN);
  }

  /** As compilers write synchronized blocks: the handler is within its own range. */
  private static void handlerOfItself(MethodVisitor v) {
    Label from = new Label();
    Label handler = new Label();
    Label to = new Label();
    v.visitTryCatchBlock(from, to, handler, null);
    v.visitLdcInsn("lock");
    v.visitVarInsn(ASTORE, 1);
    v.visitVarInsn(ALOAD, 1);
    v.visitInsn(MONITORENTER);
    v.visitLabel(from);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IDIV);
    v.visitVarInsn(ALOAD, 1);
    v.visitInsn(MONITOREXIT);
    v.visitInsn(IRETURN);
    v.visitLabel(handler);
    v.visitVarInsn(ASTORE, 2);
    v.visitVarInsn(ALOAD, 1);
    v.visitInsn(MONITOREXIT);
    v.visitLabel(to);
    v.visitVarInsn(ALOAD, 2);
    v.visitInsn(ATHROW);
  }

  /** From the first instruction to the last. */
  private static void handlerOfAll(MethodVisitor v) {
    Label from = new Label();
    Label to = new Label();
    v.visitTryCatchBlock(from, to, to, "java/lang/ArithmeticException");
    v.visitLabel(from);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IDIV);
    v.visitInsn(IRETURN);
    v.visitLabel(to);
    v.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
    v.visitInsn(POP);
    v.visitInsn(ICONST_M1);
    v.visitInsn(IRETURN);
  }

  /** The handler lies before the code that it is for. */
  private static void handlerBefore(MethodVisitor v) {
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    v.visitTryCatchBlock(from, to, handler, null);
    v.visitJumpInsn(GOTO, from);
    v.visitLabel(handler);
    v.visitInsn(POP);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IRETURN);
    v.visitLabel(from);
    v.visitIntInsn(BIPUSH, 100);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IDIV);
    v.visitInsn(IRETURN);
    v.visitLabel(to);
  }

  /** The JVM itself throws at the return. */
  private static void unbalanced(MethodVisitor v) {
    v.visitTypeInsn(NEW, "java/lang/Object");
    v.visitInsn(DUP);
    v.visitMethodInsn(INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    v.visitInsn(MONITORENTER);
    v.visitVarInsn(ILOAD, 0);
    v.visitInsn(IRETURN);
  }

  private static void switches(MethodVisitor v) {
    Label zero = new Label();
    Label one = new Label();
    Label other = new Label();
    Label again = new Label();
    v.visitLabel(again);
    v.visitVarInsn(ILOAD, 0);
    v.visitTableSwitchInsn(0, 1, other, zero, one);
    v.visitLabel(zero);
    v.visitIntInsn(BIPUSH, 10);
    v.visitInsn(IRETURN);
    v.visitLabel(one);
    v.visitIincInsn(0, 6);
    v.visitJumpInsn(GOTO, again);
    v.visitLabel(other);
    v.visitVarInsn(ILOAD, 0);
    v.visitLookupSwitchInsn(zero, new int[] {-1, 7}, new Label[] {one, one});
  }
}
