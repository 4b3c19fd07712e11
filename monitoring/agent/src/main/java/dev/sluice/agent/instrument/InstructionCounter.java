package dev.sluice.agent.instrument;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Visitor that passes a method on and counts its instructions. */
abstract class InstructionCounter extends MethodVisitor {
  private int passed;

  /** Creates a counter that passes the method to another visitor, or to none if that is null. */
  InstructionCounter(MethodVisitor target) {
    super(Opcodes.ASM9, target);
  }

  /**
   * Returns the number of instructions so far; while an instruction is visited, its index from 0.
   */
  final int passed() {
    return passed;
  }

  @Override
  public void visitInsn(int opcode) {
    super.visitInsn(opcode);
    passed++;
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    super.visitIntInsn(opcode, operand);
    passed++;
  }

  @Override
  public void visitVarInsn(int opcode, int variable) {
    super.visitVarInsn(opcode, variable);
    passed++;
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    super.visitTypeInsn(opcode, type);
    passed++;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    super.visitFieldInsn(opcode, owner, name, descriptor);
    passed++;
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    passed++;
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    passed++;
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    super.visitJumpInsn(opcode, label);
    passed++;
  }

  @Override
  public void visitLdcInsn(Object value) {
    super.visitLdcInsn(value);
    passed++;
  }

  @Override
  public void visitIincInsn(int variable, int increment) {
    super.visitIincInsn(variable, increment);
    passed++;
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    super.visitTableSwitchInsn(min, max, other, labels);
    passed++;
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    super.visitLookupSwitchInsn(other, keys, labels);
    passed++;
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    super.visitMultiANewArrayInsn(descriptor, dimensions);
    passed++;
  }
}
