package dev.sluice.agent.bytecode;

import java.util.Arrays;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives a method one more local variable, an object, which is there from the begin to the end.
 * Frames must come expanded.
 */
public class ExtraLocal extends MethodVisitor {
  private static final String OBJECT = "java/lang/Object";

  /** Its number, behind the method's own. */
  protected final int extra;

  /**
   * A visitor.
   *
   * @param locals places of the method's own local variables
   */
  protected ExtraLocal(MethodVisitor out, int locals) {
    super(Opcodes.ASM9, out);
    this.extra = locals;
  }

  @Override
  public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
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
