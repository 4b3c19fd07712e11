package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.agent.instrument.ConstructorScan.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes the probe into a constructor, behind the call of {@code super(…)} or {@code this(…)}:
 * there is no handler that could catch what is thrown before, since an object that is not
 * initialised must not be in reach of one. So what is recorded is the constructor's own body; if
 * the call fails, nothing is.
 *
 * <p>What is written has no branches, so it needs no frames but the handler's. The handler knows of
 * no local variables but the probe's own, which lie behind all others.
 */
final class ConstructorProbe extends InstructionCounter {
  private static final String PROBE = Type.getInternalName(Probe.class);
  private static final String OBJECT = "java/lang/Object";
  private static final String PLAIN_EXIT = "(ILjava/lang/Object;JJ)V";
  private static final String EVENTS_EXIT =
      "(ILjava/lang/Object;JJLjava/lang/Object;Ljava/lang/Throwable;)V";

  /** What a call of the probe needs on the stack at most. */
  private static final int STACK = 8;

  private static final int LOCALS = 7;

  private final int operation;
  private final boolean events;
  private final Found found;
  private final int thread;
  private final int frame;
  private final int tin;
  private final int self;
  private final int failure;
  private final List<Label[]> ranges = new ArrayList<>();

  private Label begin;
  private int beginAt;

  /**
   * Into a constructor.
   *
   * @param operation its number
   * @param events whether its events may be recorded
   */
  ConstructorProbe(MethodVisitor target, int operation, boolean events, Found found) {
    super(target);
    this.operation = operation;
    this.events = events;
    this.found = found;
    thread = found.locals();
    frame = thread + 1;
    tin = frame + 2;
    self = tin + 2;
    failure = self + 1;
  }

  private boolean isInside() {
    return begin != null;
  }

  private void begin() {
    begin = new Label();
    beginAt = passed();
    mv.visitLabel(begin);
  }

  /** A range without instructions is not allowed. */
  private void end() {
    if (passed() > beginAt) {
      Label end = new Label();
      mv.visitLabel(end);
      ranges.add(new Label[] {begin, end});
    }
  }

  private void enter() {
    mv.visitLdcInsn(operation);
    call("begin", "(I)Ljava/lang/Object;");
    mv.visitVarInsn(Opcodes.ASTORE, thread);
    mv.visitLdcInsn(operation);
    mv.visitVarInsn(Opcodes.ALOAD, thread);
    call("enter", "(ILjava/lang/Object;)J");
    mv.visitInsn(Opcodes.DUP2);
    mv.visitVarInsn(Opcodes.LSTORE, frame);
    call("clock", "(J)J");
    mv.visitVarInsn(Opcodes.LSTORE, tin);
    if (events) {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitVarInsn(Opcodes.ASTORE, self);
      load();
      mv.visitVarInsn(Opcodes.ALOAD, self);
      call("before", "(ILjava/lang/Object;JJLjava/lang/Object;)V");
    }
  }

  private void load() {
    mv.visitLdcInsn(operation);
    mv.visitVarInsn(Opcodes.ALOAD, thread);
    mv.visitVarInsn(Opcodes.LLOAD, frame);
    mv.visitVarInsn(Opcodes.LLOAD, tin);
  }

  private void call(String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, descriptor, false);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (passed() == found.call() + 1) {
      enter();
      begin();
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.RETURN && isInside()) {
      end();
      load();
      if (events) {
        mv.visitVarInsn(Opcodes.ALOAD, self);
        mv.visitInsn(Opcodes.ACONST_NULL);
      }
      call("exit", events ? EVENTS_EXIT : PLAIN_EXIT);
      super.visitInsn(opcode);
      begin();
    } else {
      super.visitInsn(opcode);
    }
  }

  @Override
  public void visitMaxs(int stack, int locals) {
    if (isInside()) {
      end();
    }
    if (!ranges.isEmpty()) {
      Label handler = new Label();
      // Last, so that the constructor's own handlers go before it.
      ranges.forEach(range -> mv.visitTryCatchBlock(range[0], range[1], handler, null));
      mv.visitLabel(handler);
      if (found.framed()) {
        List<Object> known = padded(new ArrayList<>(), 0);
        mv.visitFrame(
            Opcodes.F_NEW, known.size(), known.toArray(), 1, new Object[] {"java/lang/Throwable"});
      }
      mv.visitVarInsn(Opcodes.ASTORE, failure);
      load();
      if (events) {
        mv.visitVarInsn(Opcodes.ALOAD, self);
        mv.visitVarInsn(Opcodes.ALOAD, failure);
      }
      call("exit", events ? EVENTS_EXIT : PLAIN_EXIT);
      mv.visitVarInsn(Opcodes.ALOAD, failure);
      mv.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(stack + STACK, found.locals() + LOCALS);
  }

  @Override
  public void visitFrame(int type, int locals, Object[] local, int stacked, Object[] stack) {
    if (!isInside()) {
      super.visitFrame(type, locals, local, stacked, stack);
      return;
    }
    List<Object> known = new ArrayList<>(Arrays.asList(local).subList(0, locals));
    int places = 0;
    for (Object each : known) {
      places += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 2 : 1;
    }
    padded(known, places);
    super.visitFrame(type, known.size(), known.toArray(), stacked, stack);
  }

  /** Adds the probe's own variables, behind all places that there are. */
  private List<Object> padded(List<Object> known, int places) {
    for (int place = places; place < found.locals(); place++) {
      known.add(Opcodes.TOP);
    }
    known.add(OBJECT);
    known.add(Opcodes.LONG);
    known.add(Opcodes.LONG);
    if (events) {
      known.add(OBJECT);
    }
    return known;
  }
}
