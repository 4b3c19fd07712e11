package dev.sluice.agent.bytecode;

import java.util.Arrays;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Visitor that adds a local variable to a method: an object that is available from its store to the
 * end. Frames must be expanded, or absent.
 */
public class ExtraLocal extends MethodVisitor {
  private static final String OBJECT = "java/lang/Object";

  /** Number of the added variable, after the method's own. */
  protected final int extra;

  private Label begin;

  /**
   * Creates a visitor.
   *
   * @param locals places of the method's own local variables
   */
  protected ExtraLocal(MethodVisitor out, int locals) {
    super(Opcodes.ASM9, out);
    this.extra = locals;
  }

  /** Stores the top of the stack in the variable. */
  protected final void storeExtra() {
    super.visitVarInsn(Opcodes.ASTORE, extra);
    begin = new Label();
    super.visitLabel(begin);
  }

  /** Returns whether the variable is available. */
  protected final boolean hasExtra() {
    return begin != null;
  }

  /**
   * Begins a handler after the code, for everything that is thrown while the variable is available;
   * the exception is on the stack. The handler uses none of the method's own variables.
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
