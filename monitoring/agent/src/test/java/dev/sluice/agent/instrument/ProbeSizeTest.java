package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.agent.bytecode.CodeSizes;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** How many bytes a probe adds to a method: what the limits of {@link ClassPlan} rest on. */
class ProbeSizeTest {
  private static final String DESCRIPTOR = "(I)J";

  /** Longest code of a method, by the class file format. */
  private static final int MAX_BYTES = 65_535;

  /** What the largest of all probes takes. */
  private static final int MOST_WITH_ONE_RETURN = 135;

  private static final int MOST_PER_RETURN = 31;

  /** The JVM's first compiler inlines methods up to here, and gives all their values a place. */
  private static final int MAX_INLINE_SIZE = 35;

  /** An operation whose number is a constant of the class. */
  private static final int LARGE_NUMBER = 40_000;

  /** From here on instructions need the prefix {@code wide}. */
  private static final int MANY_LOCALS = 256;

  /** Code of so many bytes with so many returns. */
  private static byte[] method(int bytes, int returns) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "com/acme/Long", null, "java/lang/Object", null);
    MethodVisitor v = writer.visitMethod(Opcodes.ACC_PUBLIC, "run", DESCRIPTOR, null, null);
    v.visitCode();
    for (int i = 1; i < returns; i++) {
      Label on = new Label();
      v.visitVarInsn(Opcodes.ILOAD, 1);
      v.visitJumpInsn(Opcodes.IFLE, on);
      v.visitInsn(Opcodes.LCONST_0);
      v.visitInsn(Opcodes.LRETURN);
      v.visitLabel(on);
    }
    for (int i = 6 * (returns - 1) + 2; i < bytes; i++) {
      v.visitInsn(Opcodes.NOP);
    }
    v.visitInsn(Opcodes.LCONST_0);
    v.visitInsn(Opcodes.LRETURN);
    v.visitMaxs(0, 0);
    v.visitEnd();
    return writer.toByteArray();
  }

  private static int size(byte[] type) {
    return new CodeSizes(new ClassReader(type)).of("run", DESCRIPTOR).bytes();
  }

  /** The same method with a probe. */
  private static byte[] probed(byte[] type, int operation, boolean events, int locals) {
    ClassReader reader = new ClassReader(type);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassPlan.Step step = new ClassPlan.Step(operation, events, locals, MethodProbe.AT_ONCE, false);
    ClassVisitor probes =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodProbe(out, step, "com/acme/Long", access, descriptor);
          }
        };
    reader.accept(probes, ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  private static int added(int returns, int operation, boolean events, int locals) {
    byte[] type = method(1_000, returns);
    assertThat(size(type)).isEqualTo(1_000);
    return size(probed(type, operation, events, locals)) - 1_000;
  }

  @Test
  void probe_takes_so_many_bytes_and_some_more_for_each_further_return() {
    for (int locals : new int[] {2, 20, MANY_LOCALS}) {
      for (int operation : new int[] {1, LARGE_NUMBER}) {
        for (boolean events : new boolean[] {false, true}) {
          int one = added(1, operation, events, locals);
          int ten = added(10, operation, events, locals);
          assertThat(one).isBetween(58, MOST_WITH_ONE_RETURN);
          assertThat((ten - one) % 9).isZero();
          assertThat((ten - one) / 9).isBetween(13, MOST_PER_RETURN);
        }
      }
    }
    assertThat(added(1, 1, true, MANY_LOCALS)).isEqualTo(MOST_WITH_ONE_RETURN);
    assertThat(added(2, 1, true, MANY_LOCALS)).isEqualTo(MOST_WITH_ONE_RETURN + MOST_PER_RETURN);
  }

  @Test
  void first_compiler_inlines_nothing_of_the_probe() throws IOException {
    CodeSizes sizes = new CodeSizes(new ClassReader(Probe.class.getName()));
    for (Method method : Probe.class.getMethods()) {
      if (List.of("begin", "enter", "clock", "before", "exit").contains(method.getName())) {
        String descriptor = Type.getMethodDescriptor(method);
        assertThat(sizes.of(method.getName(), descriptor).bytes())
            .as("%s", method)
            .isGreaterThan(MAX_INLINE_SIZE);
      }
    }
  }

  @Test
  void class_file_has_room_for_a_probe_up_to_its_limit() {
    int longest = MAX_BYTES - MOST_WITH_ONE_RETURN;
    assertThat(size(probed(method(longest, 1), 1, true, MANY_LOCALS))).isEqualTo(MAX_BYTES);
    byte[] longer = method(longest + 1, 1);
    assertThatThrownBy(() -> probed(longer, 1, true, MANY_LOCALS))
        .isInstanceOf(MethodTooLargeException.class);
  }

  @Test
  void longest_method_that_is_instrumented_may_have_175_returns_whatever_else_it_has() {
    byte[] most = method(ClassPlan.MAX_CODE_BYTES, 175);
    assertThat(size(probed(most, 1, true, MANY_LOCALS))).isLessThanOrEqualTo(MAX_BYTES);
    byte[] more = method(ClassPlan.MAX_CODE_BYTES, 176);
    assertThatThrownBy(() -> probed(more, 1, true, MANY_LOCALS))
        .isInstanceOf(MethodTooLargeException.class);
  }

  @Test
  void method_that_is_still_compiled_with_a_probe_may_have_16_returns() {
    assertThat(added(16, 1, true, 247)).isLessThanOrEqualTo(ClassPlan.PROBE_BYTES);
    assertThat(added(17, 1, true, 247)).isGreaterThan(ClassPlan.PROBE_BYTES);
  }
}
