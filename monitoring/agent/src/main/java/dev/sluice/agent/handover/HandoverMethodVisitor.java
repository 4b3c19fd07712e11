package dev.sluice.agent.handover;

import dev.sluice.agent.bytecode.ExtraLocal;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Visitor that puts the call into one method. Frames must be expanded. */
final class HandoverMethodVisitor extends ExtraLocal {
  private static final String HANDOVER = "java/lang/SluiceHandover";
  private static final String TASK = "(Ljava/lang/Object;)V";

  private final HandoverMethod place;

  /**
   * Creates a visitor.
   *
   * @param locals how many local variables the method uses
   */
  HandoverMethodVisitor(MethodVisitor out, HandoverMethod place, int locals) {
    super(out, locals);
    this.place = place;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    switch (place.call()) {
      case GIVE -> call("give", TASK, place.argument());
      case GIVE_UP -> call("giveUp", TASK, place.argument());
      case RUN -> {
        call("takeAlso", "(Ljava/lang/Object;)Ljava/lang/Object;", 0);
        storeExtra();
      }
      default -> {}
    }
  }

  private void call(String name, String descriptor, int... variables) {
    for (int variable : variables) {
      super.visitVarInsn(Opcodes.ALOAD, variable);
    }
    super.visitMethodInsn(Opcodes.INVOKESTATIC, HANDOVER, name, descriptor, false);
  }

  private boolean isRun() {
    return place.call() == HandoverMethod.Call.RUN;
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      if (isRun()) {
        call("done", TASK, extra);
      } else if (place.call() == HandoverMethod.Call.GIVE_THIS) {
        call("give", TASK, 0);
      } else if (place.call() == HandoverMethod.Call.GIVE_STAGE) {
        call("giveStage", "(Ljava/lang/Object;Ljava/lang/Object;)V", 1, 0);
      }
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    boolean around =
        place.call() == HandoverMethod.Call.RUN_INSIDE
            && owner.equals("java/lang/Runnable")
            && name.equals("run");
    if (around) {
      super.visitInsn(Opcodes.DUP);
      call("take", "(Ljava/lang/Object;)Ljava/lang/Object;");
      super.visitInsn(Opcodes.POP);
    }
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (around) {
      call("doneAll", "()V");
    }
  }
}
