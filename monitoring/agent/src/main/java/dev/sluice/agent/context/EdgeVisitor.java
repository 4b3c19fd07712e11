package dev.sluice.agent.context;

import dev.sluice.agent.bytecode.ExtraLocal;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts the call into one method. Frames must come expanded, or not at all. */
final class EdgeVisitor extends ExtraLocal {
  private static final String CONTEXT = "java/lang/SluiceContext";
  private static final String EXCHANGE = "(Ljava/lang/Object;)Ljava/lang/Object;";

  private final EdgeMethod edge;
  private final Type[] parameters;
  private final boolean framed;

  /**
   * A visitor.
   *
   * @param locals places of the method's local variables
   * @param framed whether the class has frames
   */
  EdgeVisitor(MethodVisitor out, EdgeMethod edge, String descriptor, int locals, boolean framed) {
    super(out, locals);
    this.edge = edge;
    this.parameters = Type.getArgumentTypes(descriptor);
    this.framed = framed;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    switch (edge.call()) {
      case ARRIVE -> {
        super.visitVarInsn(Opcodes.ALOAD, edge.argument());
        call("arrive", EXCHANGE);
        storeExtra();
      }
      case DEPART -> depart();
      case POLL -> call("poll", "()V");
      case MESSAGES -> {}
    }
  }

  /** The receiver cannot be replaced by a copy; a parameter can. */
  private void depart() {
    super.visitVarInsn(Opcodes.ALOAD, edge.argument());
    call("depart", EXCHANGE);
    if (edge.argument() == 0) {
      super.visitInsn(Opcodes.POP);
    } else {
      String type = parameters[edge.argument() - 1].getInternalName();
      super.visitTypeInsn(Opcodes.CHECKCAST, type);
      super.visitVarInsn(Opcodes.ASTORE, edge.argument());
    }
  }

  private void call(String name, String descriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, CONTEXT, name, descriptor, false);
  }

  private void leave() {
    super.visitVarInsn(Opcodes.ALOAD, extra);
    call("leave", "(Ljava/lang/Object;)V");
  }

  @Override
  public void visitInsn(int opcode) {
    if (hasExtra() && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      leave();
    } else if (edge.call() == EdgeMethod.Call.MESSAGES && opcode == Opcodes.ARETURN) {
      call("messages", EXCHANGE);
      super.visitTypeInsn(Opcodes.CHECKCAST, "java/util/Iterator");
    }
    super.visitInsn(opcode);
  }

  /** What the method throws passes. */
  @Override
  public void visitMaxs(int stack, int locals) {
    if (hasExtra()) {
      beginHandler(framed);
      leave();
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(stack, locals);
  }
}
