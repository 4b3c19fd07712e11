package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Visitor that writes the probe into a method. The probe refers only to {@link Probe}, and is
 * short, so that methods stay small enough for the compiler to inline. Its handlers use only the
 * probe's local variables, which lie behind all others; so whatever a compiler keeps in a method's
 * variables, the frames fit.
 *
 * <p>What the probe's calls throw (there may be no stack left for them) at the end of a method is
 * caught, so that it returns and throws what it would without. What they throw before it began is
 * not: it is as if there had been no stack left for calling the method, and a handler there would
 * make the frames of compiled methods half as long again.
 *
 * <p>In a constructor the probe begins behind the call of {@code super(…)} or {@code this(…)}:
 * there is no handler that could catch what is thrown before, since an object that is not
 * initialised must not be in reach of one. So what is recorded is the constructor's own body; if
 * the call fails, nothing is.
 */
final class MethodProbe extends InstructionCounter {
  /** Value of a probe that begins with the method. */
  static final int AT_ONCE = -1;

  /** Maximum number of places of the probe's own variables. */
  static final int MAX_LOCALS = 8;

  /**
   * Number of places on the stack for the longest call of the probe, and in a handler or with
   * events.
   */
  private static final int STACK = 6;

  private static final int HANDLER_STACK = 8;

  private static final String PROBE = Type.getInternalName(Probe.class);
  private static final String OBJECT = "java/lang/Object";
  private static final String PLAIN_EXIT = "(ILjava/lang/Object;JJ)V";
  private static final String FULL_EXIT =
      "(ILjava/lang/Object;JJLjava/lang/Object;Ljava/lang/Throwable;)V";

  private static final String THROWABLE = "java/lang/Throwable";

  private final ClassPlan.Step step;
  private final boolean hasSelf;
  private final Type result;
  private final int thread;
  private final int frame;
  private final int tin;
  private final int self;

  /** Variable of the result, or of the exception, while the probe's end is called. */
  private final int kept;

  private final List<Label[]> body = new ArrayList<>();
  private final List<Label[]> ends = new ArrayList<>();
  private final List<Label[]> failedEnds = new ArrayList<>();

  private Label begin;
  private int beginAt;

  /** Types of the method's own variables at its last frame. */
  private final List<Object> locals = new ArrayList<>();

  /** Whether the last frame has the probe's variables. */
  private boolean isPadded;

  /**
   * Creates a visitor for a method.
   *
   * @param owner internal name of its class
   */
  MethodProbe(
      MethodVisitor target, ClassPlan.Step step, String owner, int access, String descriptor) {
    super(target);
    this.step = step;
    hasSelf = (access & Opcodes.ACC_STATIC) == 0;
    locals.addAll(Arrays.asList(parameters(hasSelf ? owner : null, descriptor)));
    if (step.call() != AT_ONCE) {
      locals.set(0, Opcodes.UNINITIALIZED_THIS);
    }
    result = Type.getReturnType(descriptor);
    thread = step.locals();
    frame = thread + 1;
    tin = frame + 2;
    self = tin + 2;
    kept = step.events() ? self + 1 : self;
  }

  /** Returns the types of the parameters in the form of frames. */
  private static Object[] parameters(String owner, String descriptor) {
    List<Object> types = new ArrayList<>();
    if (owner != null) {
      types.add(owner);
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      types.add(
          switch (type.getSort()) {
            case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
            case Type.LONG -> Opcodes.LONG;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            default -> type.getInternalName();
          });
    }
    return types.toArray();
  }

  private boolean isInside() {
    return begin != null;
  }

  private void begin() {
    begin = new Label();
    beginAt = passed();
    mv.visitLabel(begin);
  }

  /** Ends the range of a handler; an empty range is left out, because it is not allowed. */
  private void end() {
    if (passed() > beginAt) {
      body.add(new Label[] {begin, label()});
    }
  }

  private Label label() {
    Label label = new Label();
    mv.visitLabel(label);
    return label;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (step.call() == AT_ONCE) {
      keepSelf();
      enter();
      begin();
    }
  }

  private void keepSelf() {
    if (step.events()) {
      if (hasSelf) {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
      } else {
        mv.visitInsn(Opcodes.ACONST_NULL);
      }
      mv.visitVarInsn(Opcodes.ASTORE, self);
    }
  }

  /**
   * Writes the begin of the probe. The thread is stored last: if the begin fails before, the end
   * has no effect.
   */
  private void enter() {
    push(step.operation());
    call("begin", "(I)Ljava/lang/Object;");
    mv.visitInsn(Opcodes.DUP);
    push(step.operation());
    mv.visitInsn(Opcodes.SWAP);
    call("enter", "(ILjava/lang/Object;)J");
    mv.visitInsn(Opcodes.DUP2);
    mv.visitVarInsn(Opcodes.LSTORE, frame);
    call("clock", "(J)J");
    mv.visitVarInsn(Opcodes.LSTORE, tin);
    mv.visitVarInsn(Opcodes.ASTORE, thread);
    if (step.events()) {
      load();
      mv.visitVarInsn(Opcodes.ALOAD, self);
      call("before", "(ILjava/lang/Object;JJLjava/lang/Object;)V");
    }
  }

  /**
   * Writes the call of the probe's end; the exception is in {@link #kept} if there is a failure.
   */
  private void exit(boolean failed) {
    Label from = label();
    load();
    if (step.events()) {
      mv.visitVarInsn(Opcodes.ALOAD, self);
    } else if (failed) {
      mv.visitInsn(Opcodes.ACONST_NULL);
    }
    if (failed) {
      mv.visitVarInsn(Opcodes.ALOAD, kept);
    } else if (step.events()) {
      mv.visitInsn(Opcodes.ACONST_NULL);
    }
    call("exit", step.events() || failed ? FULL_EXIT : PLAIN_EXIT);
    (failed ? failedEnds : ends).add(new Label[] {from, label()});
  }

  private void push(int number) {
    if (number <= Short.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.SIPUSH, number);
    } else {
      mv.visitLdcInsn(number);
    }
  }

  private void load() {
    push(step.operation());
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
    if (passed() == step.call() + 1) {
      keepSelf();
      enter();
      begin();
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN && isInside()) {
      end();
      boolean keeps = opcode != Opcodes.RETURN;
      if (keeps) {
        mv.visitVarInsn(result.getOpcode(Opcodes.ISTORE), kept);
      }
      exit(false);
      if (keeps) {
        mv.visitVarInsn(result.getOpcode(Opcodes.ILOAD), kept);
      }
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
      // Behind the method's own, so that its own handlers go before them.
      if (!body.isEmpty()) {
        failureHandler();
      }
      endHandlers();
    }
    // At most: at the begin and the ends there may be something on the stack, in handlers not.
    int most = Math.max(stack + (step.events() ? HANDLER_STACK : STACK), HANDLER_STACK);
    super.visitMaxs(most, Math.max(locals, kept + Math.max(1, result.getSize())));
  }

  /**
   * Writes the handler for an exception of the method: it calls the probe's end and throws the
   * exception again.
   */
  private void failureHandler() {
    handler(body, List.of());
    mv.visitVarInsn(Opcodes.ASTORE, kept);
    exit(true);
    mv.visitVarInsn(Opcodes.ALOAD, kept);
    mv.visitInsn(Opcodes.ATHROW);
    handler(failedEnds, List.of(THROWABLE));
    mv.visitInsn(Opcodes.POP);
    mv.visitVarInsn(Opcodes.ALOAD, kept);
    mv.visitInsn(Opcodes.ATHROW);
  }

  /**
   * Writes the handlers for a failing end of the probe: the method returns its result all the same.
   */
  private void endHandlers() {
    if (ends.isEmpty()) {
      return;
    }
    if (result.getSort() == Type.VOID) {
      handler(ends, List.of());
      mv.visitInsn(Opcodes.POP);
    } else {
      handler(ends, List.of(parameters(null, "(" + result.getDescriptor() + ")V")));
      mv.visitInsn(Opcodes.POP);
      mv.visitVarInsn(result.getOpcode(Opcodes.ILOAD), kept);
    }
    mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
  }

  private void handler(List<Label[]> ranges, List<Object> keptType) {
    Label handler = new Label();
    ranges.forEach(range -> mv.visitTryCatchBlock(range[0], range[1], handler, null));
    mv.visitLabel(handler);
    if (step.framed()) {
      List<Object> known = padded(new ArrayList<>(), 0);
      if (!keptType.isEmpty()) {
        known.addAll(keptType);
      }
      mv.visitFrame(Opcodes.F_FULL, known.size(), known.toArray(), 1, new Object[] {THROWABLE});
    }
  }

  /**
   * Writes a frame. Frames are differences from the frame before, because expanding all of them
   * takes much of the time for a class. The probe's variables lie behind the method's, so only
   * frames without any difference may stay, and these are the most.
   */
  @Override
  public void visitFrame(int type, int changed, Object[] local, int stacked, Object[] stack) {
    switch (type) {
      case Opcodes.F_APPEND -> locals.addAll(Arrays.asList(local).subList(0, changed));
      case Opcodes.F_CHOP -> locals.subList(locals.size() - changed, locals.size()).clear();
      case Opcodes.F_SAME, Opcodes.F_SAME1 -> {}
      default -> {
        locals.clear();
        locals.addAll(Arrays.asList(local).subList(0, changed));
      }
    }
    boolean same = type == Opcodes.F_SAME || type == Opcodes.F_SAME1;
    if (!isInside() || same && isPadded) {
      super.visitFrame(type, changed, local, stacked, stack);
      return;
    }
    List<Object> known = padded(new ArrayList<>(locals), places(locals));
    super.visitFrame(Opcodes.F_FULL, known.size(), known.toArray(), stacked, stack);
    isPadded = true;
  }

  private static int places(List<Object> types) {
    int places = types.size();
    for (Object type : types) {
      places += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 1 : 0;
    }
    return places;
  }

  /** Adds the probe's own variables after all existing places. */
  private List<Object> padded(List<Object> known, int places) {
    for (int place = places; place < step.locals(); place++) {
      known.add(Opcodes.TOP);
    }
    known.add(OBJECT);
    known.add(Opcodes.LONG);
    known.add(Opcodes.LONG);
    if (step.events()) {
      known.add(OBJECT);
    }
    return known;
  }
}
