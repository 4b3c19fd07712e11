package dev.sluice.agent.places;

import dev.sluice.agent.bytecode.ExtraLocal;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Visitor that puts the calls into a method: {@code begin} and {@code send} at its begin, {@code
 * end} before each return and where something is thrown. The method returns the object or array
 * that {@code end} returns. Frames must come expanded, or not at all.
 */
final class PlaceVisitor extends ExtraLocal {
  private static final String CALL = "java/lang/SluiceLibraryCall";
  private static final String OBJECT = "Ljava/lang/Object;";

  private final Place place;
  private final Type method;
  private final boolean framed;

  PlaceVisitor(MethodVisitor out, Place place, String descriptor, int locals, boolean framed) {
    super(out, locals);
    this.place = place;
    this.method = Type.getMethodType(descriptor);
    this.framed = framed;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    super.visitIntInsn(Opcodes.BIPUSH, place.ordinal());
    for (int i = 0; i <= 2; i++) {
      if (i <= place.arguments) {
        super.visitVarInsn(Opcodes.ALOAD, i);
      } else {
        super.visitInsn(Opcodes.ACONST_NULL);
      }
    }
    String arguments = "(I" + OBJECT + OBJECT + OBJECT + ")";
    super.visitMethodInsn(Opcodes.INVOKESTATIC, CALL, "begin", arguments + OBJECT, false);
    storeExtra();
    if (place.sent >= 0) {
      send();
    }
  }

  /** Writes the call of {@code send}, which may replace an argument, but not the object itself. */
  private void send() {
    super.visitVarInsn(Opcodes.ALOAD, place.sent);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, CALL, "send", "(" + OBJECT + ")" + OBJECT, false);
    if (place.sent == 0) {
      super.visitInsn(Opcodes.POP);
    } else {
      String type = method.getArgumentTypes()[place.sent - 1].getInternalName();
      super.visitTypeInsn(Opcodes.CHECKCAST, type);
      super.visitVarInsn(Opcodes.ASTORE, place.sent);
    }
  }

  private void end() {
    String arguments = "(" + OBJECT + OBJECT + "Ljava/lang/Throwable;)";
    super.visitMethodInsn(Opcodes.INVOKESTATIC, CALL, "end", arguments + OBJECT, false);
  }

  @Override
  public void visitInsn(int opcode) {
    switch (opcode) {
      case Opcodes.IRETURN -> {
        if (method.getReturnType().getSort() == Type.BOOLEAN) {
          nothing();
        } else {
          number(Opcodes.DUP, "java/lang/Integer", "(I)");
        }
      }
      case Opcodes.LRETURN -> number(Opcodes.DUP2, "java/lang/Long", "(J)");
      case Opcodes.RETURN -> nothing();
      case Opcodes.ARETURN -> {
        returned();
        super.visitTypeInsn(Opcodes.CHECKCAST, method.getReturnType().getInternalName());
      }
      default -> {}
    }
    super.visitInsn(opcode);
  }

  private void nothing() {
    super.visitInsn(Opcodes.ACONST_NULL);
    returned();
    super.visitInsn(Opcodes.POP);
  }

  private void number(int copy, String box, String parameter) {
    super.visitInsn(copy);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf", parameter + "L" + box + ";", false);
    returned();
    super.visitInsn(Opcodes.POP);
  }

  /** Writes the call of {@code end} while the result, an object, is on the stack. */
  private void returned() {
    super.visitVarInsn(Opcodes.ALOAD, extra);
    super.visitInsn(Opcodes.SWAP);
    super.visitInsn(Opcodes.ACONST_NULL);
    end();
  }

  /** Writes the handler that calls {@code end} and throws the method's exception again. */
  @Override
  public void visitMaxs(int stack, int locals) {
    beginHandler(framed);
    super.visitInsn(Opcodes.DUP);
    super.visitVarInsn(Opcodes.ALOAD, extra);
    super.visitInsn(Opcodes.SWAP);
    super.visitInsn(Opcodes.ACONST_NULL);
    super.visitInsn(Opcodes.SWAP);
    end();
    super.visitInsn(Opcodes.POP);
    super.visitInsn(Opcodes.ATHROW);
    super.visitMaxs(stack, locals);
  }
}
