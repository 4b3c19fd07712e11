package dev.sluice.agent.instrument;

import dev.sluice.monitoring.probe.ProbeKind;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.pool.TypePool;

/**
 * Inlines the probe into the selected methods of each class that is defined. A class that cannot be
 * transformed is left as it is and counted. Thread-safe.
 */
final class ProbeTransformer implements ClassFileTransformer {
  private final Selection selection;
  private final OperationTable operations;
  private final Tally tally;
  private final Advice advice;
  private final ThreadLocal<Numbers> current = new ThreadLocal<>();
  private final ByteBuddy byteBuddy =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(Implementation.Context.Disabled.Factory.INSTANCE);

  ProbeTransformer(Selection selection, OperationTable operations, Tally tally) {
    this.selection = selection;
    this.operations = operations;
    this.tally = tally;
    advice =
        Advice.withCustomMapping()
            .bind(
                OperationNumber.class,
                (type, method, assigner, arguments, sort) ->
                    new Advice.OffsetMapping.Target.ForStackManipulation(
                        IntegerConstant.forValue(current.get().number(method))))
            .to(OperationAdvice.class);
  }

  /** Numbers for the methods of a class: enter and exit ask for each. */
  private final class Numbers {
    private final ClassLoader loader;
    private final Map<MethodDescription, Integer> given = new HashMap<>();

    Numbers(ClassLoader loader) {
      this.loader = loader;
    }

    int number(MethodDescription method) {
      return given.computeIfAbsent(method, this::add);
    }

    private int add(MethodDescription method) {
      String type = method.getDeclaringType().asErasure().getName();
      return operations.add(Signature.of(method), type, EnumSet.of(ProbeKind.EXECUTION), loader);
    }
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
      return selection.mayHave(loader, name) ? counted(name, loader, classFile) : null;
    } catch (Throwable e) {
      tally.failed(internalName, e);
      return null;
    }
  }

  /** Whether a class that is loaded may have methods to be instrumented. */
  boolean mayTransform(Class<?> type) {
    return !isOfJdk(type.getModule()) && selection.mayHave(type.getClassLoader(), type.getName());
  }

  private static boolean isOfJdk(Module module) {
    String name = module == null ? null : module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  private byte[] counted(String name, ClassLoader loader, byte[] classFile) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, classFile),
            ClassFileLocator.ForClassLoader.of(loader));
    TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
    TypeDescription type = pool.describe(name).resolve();
    MethodList<MethodDescription.InDefinedShape> methods =
        type.getDeclaredMethods().filter(this::isSelected);
    if (methods.isEmpty()) {
      return null;
    }
    Numbers outer = current.get();
    current.set(new Numbers(loader));
    try {
      byte[] transformed = inline(type, locator, pool);
      tally.instrumented(methods.size());
      return transformed;
    } finally {
      current.set(outer);
    }
  }

  private byte[] inline(TypeDescription type, ClassFileLocator locator, TypePool pool) {
    return byteBuddy
        .decorate(type, locator)
        .visit(new AsmVisitorWrapper.ForDeclaredMethods().method(this::isSelected, advice))
        .make(pool)
        .getBytes();
  }

  private boolean isSelected(MethodDescription method) {
    return method.isMethod()
        && !method.isAbstract()
        && !method.isNative()
        && !method.isSynthetic()
        && selection.has(method.getDeclaringType().asErasure().getName(), method.getName());
  }
}
