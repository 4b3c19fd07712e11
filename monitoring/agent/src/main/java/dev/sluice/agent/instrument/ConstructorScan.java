package dev.sluice.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Search for the instruction with which each constructor of a class initialises the object, by the
 * one call of {@code super(…)} or {@code this(…)}.
 *
 * <p>That call is the first of a constructor of this class or its superclass that has no {@code
 * new} of its own before it. A constructor is only taken if there is exactly one such call and no
 * way around it: all compilers for Java write them so. What other compilers may write in another
 * way is left alone.
 */
final class ConstructorScan extends ClassVisitor {
  /** Result for a constructor that must not be changed. */
  static final int UNKNOWN = -2;

  private final Map<String, Integer> found = new HashMap<>();
  private String type;
  private String superType;

  private ConstructorScan() {
    super(Opcodes.ASM9);
  }

  static ConstructorScan of(ClassReader reader) {
    ConstructorScan scan = new ConstructorScan();
    reader.accept(scan, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return scan;
  }

  /**
   * Returns the number of the instruction, from 0, with which the constructor with this descriptor
   * initialises the object; or {@link #UNKNOWN}.
   */
  int call(String descriptor) {
    return found.getOrDefault(descriptor, UNKNOWN);
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    type = name;
    superType = superName;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return name.equals("<init>") ? new Body(descriptor) : null;
  }

  private final class Body extends InstructionCounter {
    private final String descriptor;
    private final Map<Label, Integer> places = new HashMap<>();
    private final List<Path> ways = new ArrayList<>();
    private int created;
    private int calls;
    private int call;

    /** A path from one instruction to another. */
    private record Path(Object from, Label to) {}

    Body(String descriptor) {
      super(null);
      this.descriptor = descriptor;
    }

    @Override
    public void visitLabel(Label label) {
      places.put(label, passed());
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
        if (created > 0) {
          created--;
        } else if (owner.equals(type) || owner.equals(superType)) {
          calls++;
          call = passed();
        }
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      created += opcode == Opcodes.NEW ? 1 : 0;
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      ways.add(new Path(passed(), label));
      super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
      waysOfSwitch(other, labels);
      super.visitTableSwitchInsn(min, max, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
      waysOfSwitch(other, labels);
      super.visitLookupSwitchInsn(other, keys, labels);
    }

    private void waysOfSwitch(Label other, Label[] labels) {
      ways.add(new Path(passed(), other));
      for (Label label : labels) {
        ways.add(new Path(passed(), label));
      }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      ways.add(new Path(start, handler));
      ways.add(new Path(start, end));
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      if (calls == 1 && ways.stream().noneMatch(this::isAroundCall)) {
        found.put(descriptor, call);
      }
    }

    private boolean isAroundCall(Path way) {
      int from = way.from() instanceof Label label ? places.get(label) : (Integer) way.from();
      return from <= call != places.get(way.to()) <= call;
    }
  }
}
