package dev.sluice.agent.instrument;

import dev.sluice.agent.bytecode.CodeSizes;
import dev.sluice.agent.bytecode.CodeSizes.CodeSize;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Plan for the instrumentation of a class: the methods that get a probe, and their operation
 * numbers.
 */
final class ClassPlan {
  /** Minimum version of a class file; before Java 5 methods may have subroutines. */
  private static final int MIN_VERSION = Opcodes.V1_5;

  /**
   * Maximum size of a method's code in bytes; longer methods may have no room for a probe below the
   * limit of 65 535 bytes. With one return a probe takes 58 to 135 bytes, by its kinds and by the
   * method's local variables; with each further return 13 to 31. So there is room for at least 175
   * returns; where there are more, the class is left as it is.
   */
  static final int MAX_CODE_BYTES = 60_000;

  /** Maximum size in bytes of code that the JVM compiles ({@code HugeMethodLimit}). */
  private static final int MAX_COMPILED_BYTES = 8_000;

  /** Maximum number of places of local variables that leave room for the probe's. */
  private static final int MAX_LOCALS = 0xffff - MethodProbe.MAX_LOCALS;

  /**
   * Number of bytes of a probe in a method with up to 16 returns and 247 places of local variables.
   */
  static final int PROBE_BYTES = 380;

  private final Map<String, Step> steps = new HashMap<>();
  private final ClassReader reader;
  private final OperationTable operations;
  private final ClassLoader loader;
  private final int version;
  private CodeSizes sizes;
  private ConstructorScan constructors;
  private int leftAlone;

  /**
   * Plan for one method.
   *
   * @param operation its number
   * @param events whether its events may be recorded
   * @param locals how many places its local variables take
   * @param call the instruction behind which the probe begins, or {@link MethodProbe#AT_ONCE}
   * @param framed whether it has stack map frames
   */
  record Step(int operation, boolean events, int locals, int call, boolean framed) {}

  private ClassPlan(
      ClassReader reader, int version, OperationTable operations, ClassLoader loader) {
    this.reader = reader;
    this.version = version;
    this.operations = operations;
    this.loader = loader;
  }

  /** Returns the plan for a class of a loader. */
  static ClassPlan of(
      ClassReader reader, Rules rules, OperationTable operations, ClassLoader loader) {
    ClassOutline outline = ClassOutline.of(reader);
    ClassPlan plan = new ClassPlan(reader, outline.version(), operations, loader);
    for (ClassOutline.Method method : outline.methods()) {
      Candidate candidate = method.candidate();
      List<Rule> matching = rules.matching(candidate);
      if (!matching.isEmpty()) {
        plan.add(method, candidate, matching);
      }
    }
    return plan;
  }

  private void add(ClassOutline.Method method, Candidate candidate, List<Rule> rules) {
    sizes = sizes == null ? new CodeSizes(reader) : sizes;
    CodeSize size = sizes.of(method.name(), method.descriptor());
    int call = candidate.isConstructor() ? call(method.descriptor()) : MethodProbe.AT_ONCE;
    if (version < MIN_VERSION || call == ConstructorScan.UNKNOWN || isTooLarge(size)) {
      leftAlone++;
      return;
    }
    int operation = operations.add(candidate, rules, loader);
    boolean events = Rules.kinds(rules).contains(ProbeKind.EVENTS);
    steps.put(
        method.name() + method.descriptor(),
        new Step(operation, events, size.locals(), call, version >= Opcodes.V1_6));
  }

  private int call(String constructor) {
    constructors = constructors == null ? ConstructorScan.of(reader) : constructors;
    return constructors.call(constructor);
  }

  private static boolean isTooLarge(CodeSize size) {
    int bytes = size.bytes();
    return size.locals() > MAX_LOCALS
        || bytes > MAX_CODE_BYTES
        || bytes <= MAX_COMPILED_BYTES && bytes > MAX_COMPILED_BYTES - PROBE_BYTES;
  }

  /** Returns the number of methods that get a probe. */
  int size() {
    return steps.size();
  }

  /** Returns the number of methods that were chosen but cannot get a probe. */
  int leftAlone() {
    return leftAlone;
  }

  /** Returns the step for a method, or null if it gets no probe. */
  Step step(String name, String descriptor) {
    return steps.get(name + descriptor);
  }
}
