package dev.sluice.agent.bytecode;

import java.util.Arrays;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives a method one more local variable, an object, which is there from where it is stored to the
 * end. Frames must come expanded, or not at all.
 */
public class ExtraLocal extends MethodVisitor {
  private static final String OBJECT = "java/lang/Object";

  /** Its number, behind the method's own. */
  protected final int extra;

  private Label begin;

  /**
   * A visitor.
   *
   * @param locals places of the method's own local variables
   */
  protected ExtraLocal(MethodVisitor out, int locals) {
    super(Opcodes.ASM9, out);
    this.extra = locals;
  }

  /** Stores what is on the stack in the variable. */
  protected final void storeExtra() {
    super.visitVarInsn(Opcodes.ASTORE, extra);
    begin = new Label();
    super.visitLabel(begin);
  }

  /** Returns whether the variable is there. */
  protected final boolean hasExtra() {
    return begin != null;
  }

  /**
   * Begins a handler behind the code, of all that is thrown since the variable is there: that is on
   * the stack. It knows of none of the method's own variables, whatever a compiler keeps in them.
   *
   * @param framed whether the class has frames
   */
  protected final void beginHandler(boolean framed) {
    Label handler = new Label();
    super.visitTryCatchBlock(begin, handler, handler, null);
    super.visitLabel(handler);
    if (framed) {
      visitFrame(Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
    }
  }

  @Override
  public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
    if (!hasExtra()) {
      super.visitFrame(type, count, local, stackCount, stack);
      return;
    }
    Object[] all = Arrays.copyOf(local, count + extra + 1);
    int slots = 0;
    for (int i = 0; i < count; i++) {
      slots += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
    }
    int size = count;
    for (; slots < extra; slots++) {
      all[size++] = Opcodes.TOP;
    }
    all[size++] = OBJECT;
    super.visitFrame(type, size, all, stackCount, stack);
  }
}
