package dev.sluice.agent.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;

/**
 * Puts the probe into the methods of each class that the rules choose, when it is defined or
 * transformed anew. A class that cannot be transformed is left as it is and counted. Thread-safe.
 */
final class ProbeTransformer implements ClassFileTransformer {
  /** Before Java 5 methods may have subroutines, and classes cannot be constants. */
  private static final int MIN_CLASS_FILE_VERSION = 49;

  private static final int MAJOR_VERSION_AT = 6;

  private final RuleSwitches switches;
  private final Tally tally;
  private final Advice plain = advice(OperationAdvice.class);
  private final Advice withEvents = advice(EventsAdvice.class);
  private final ThreadLocal<ClassPlan> current = new ThreadLocal<>();
  private final ByteBuddy byteBuddy =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(Implementation.Context.Disabled.Factory.INSTANCE);

  ProbeTransformer(RuleSwitches switches, Tally tally) {
    this.switches = switches;
    this.tally = tally;
  }

  private Advice advice(Class<?> code) {
    return Advice.withCustomMapping()
        .bind(
            OperationNumber.class,
            (type, method, assigner, arguments, sort) ->
                new Advice.OffsetMapping.Target.ForStackManipulation(
                    IntegerConstant.forValue(current.get().step(method).operation())))
        .to(code);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    try {
      if (internalName == null || isOfJdk(module)) {
        return null;
      }
      String name = internalName.replace('/', '.');
      return mayHave(loader, name) ? transformed(name, loader, classFile) : null;
    } catch (Throwable e) {
      tally.failed(internalName, e);
      return null;
    }
  }

  /** Whether a class that is loaded may have methods to be instrumented. */
  boolean mayTransform(Class<?> type) {
    return !isOfJdk(type.getModule()) && mayHave(type.getClassLoader(), type.getName());
  }

  private boolean mayHave(ClassLoader loader, String name) {
    return !Untouchable.is(loader, name) && switches.rules().mayHave(name);
  }

  private static boolean isOfJdk(Module module) {
    String name = module == null ? null : module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  private byte[] transformed(String name, ClassLoader loader, byte[] classFile) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, classFile),
            ClassFileLocator.ForClassLoader.of(loader));
    TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
    TypeDescription type = pool.describe(name).resolve();
    ClassPlan plan = ClassPlan.of(type, classFile, switches, loader);
    tally.leftAlone(plan.leftAlone());
    if (plan.size() == 0) {
      return null;
    }
    if (version(classFile) < MIN_CLASS_FILE_VERSION) {
      tally.leftAlone(plan.size());
      return null;
    }
    ClassPlan outer = current.get();
    current.set(plan);
    try {
      byte[] result = inline(type, locator, pool, plan);
      tally.instrumented(plan.size());
      return result;
    } finally {
      current.set(outer);
    }
  }

  private static int version(byte[] classFile) {
    return (classFile[MAJOR_VERSION_AT] & 0xff) << 8 | classFile[MAJOR_VERSION_AT + 1] & 0xff;
  }

  private byte[] inline(
      TypeDescription type, ClassFileLocator locator, TypePool pool, ClassPlan plan) {
    return byteBuddy
        .decorate(type, locator)
        .visit(
            new ForDeclaredMethods()
                .readerFlags(plan.hasConstructors() ? ClassReader.EXPAND_FRAMES : 0)
                .invokable(method -> plan.takes(method, false), plain)
                .invokable(method -> plan.takes(method, true), withEvents)
                .constructor(
                    method -> plan.step(method) != null,
                    (owner, method, visitor, context, types, writer, reader) ->
                        constructor(plan.step(method), visitor)))
        .make(pool)
        .getBytes();
  }

  private static MethodVisitor constructor(ClassPlan.Step step, MethodVisitor visitor) {
    return new ConstructorProbe(visitor, step.operation(), step.events(), step.constructor());
  }
}
