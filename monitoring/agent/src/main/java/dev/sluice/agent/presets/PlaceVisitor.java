package dev.sluice.agent.presets;

import dev.sluice.agent.bytecode.ExtraLocal;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts the calls into a method: {@code begin} at its begin, {@code end} before each return and
 * where something is thrown. An object or array that is returned is what {@code end} gives.
 */
final class PlaceVisitor extends ExtraLocal {
  private static final String PRESET = "java/lang/SluicePreset";
  private static final String OBJECT = "Ljava/lang/Object;";

  private final Place place;
  private final Type result;
  private final boolean framed;

  PlaceVisitor(MethodVisitor out, Place place, String descriptor, int locals, boolean framed) {
    super(out, locals);
    this.place = place;
    this.result = Type.getReturnType(descriptor);
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
    super.visitMethodInsn(Opcodes.INVOKESTATIC, PRESET, "begin", arguments + OBJECT, false);
    storeExtra();
  }

  private void end() {
    String arguments = "(" + OBJECT + OBJECT + "Ljava/lang/Throwable;)";
    super.visitMethodInsn(Opcodes.INVOKESTATIC, PRESET, "end", arguments + OBJECT, false);
  }

  @Override
  public void visitInsn(int opcode) {
    switch (opcode) {
      case Opcodes.IRETURN -> {
        if (result.getSort() == Type.BOOLEAN) {
          nothing();
        } else {
          number(Opcodes.DUP, "java/lang/Integer", "(I)");
        }
      }
      case Opcodes.LRETURN -> number(Opcodes.DUP2, "java/lang/Long", "(J)");
      case Opcodes.RETURN -> nothing();
      case Opcodes.ARETURN -> {
        returned();
        super.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
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

  /** The result, an object, is on the stack. */
  private void returned() {
    super.visitVarInsn(Opcodes.ALOAD, extra);
    super.visitInsn(Opcodes.SWAP);
    super.visitInsn(Opcodes.ACONST_NULL);
    end();
  }

  /** What the method throws passes. */
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
