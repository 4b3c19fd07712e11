package dev.sluice.agent.handover;

import java.util.Arrays;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Puts the call into one method. Frames must come expanded. */
final class HandoverMethodVisitor extends MethodVisitor {
  private static final String HANDOVER = "java/lang/SluiceHandover";
  private static final String OBJECT = "java/lang/Object";
  private static final String TASK = "(Ljava/lang/Object;)V";

  private final HandoverMethod place;

  /** A local variable that the method does not use. */
  private final int before;

  /**
   * A visitor.
   *
   * @param locals how many local variables the method uses
   */
  HandoverMethodVisitor(MethodVisitor out, HandoverMethod place, int locals) {
    super(Opcodes.ASM9, out);
    this.place = place;
    this.before = locals;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    switch (place.call()) {
      case GIVE -> call("give", TASK, place.argument());
      case GIVE_UP -> call("giveUp", TASK, place.argument());
      case RUN -> {
        call("takeAlso", "(Ljava/lang/Object;)Ljava/lang/Object;", 0);
        super.visitVarInsn(Opcodes.ASTORE, before);
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
        call("done", TASK, before);
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

  /** The variable of ours is there from the begin to the end. */
  @Override
  public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
    if (!isRun()) {
      super.visitFrame(type, count, local, stackCount, stack);
      return;
    }
    Object[] all = Arrays.copyOf(local, count + before + 1);
    int slots = 0;
    for (int i = 0; i < count; i++) {
      slots += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
    }
    int size = count;
    for (; slots < before; slots++) {
      all[size++] = Opcodes.TOP;
    }
    all[size++] = OBJECT;
    super.visitFrame(type, size, all, stackCount, stack);
  }
}
