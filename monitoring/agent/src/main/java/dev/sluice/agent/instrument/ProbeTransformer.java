package dev.sluice.agent.instrument;

import dev.sluice.monitoring.select.Rules;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Transformer that puts the probe into the methods that the rules choose, when a class is defined
 * or transformed again. A class that cannot be transformed is left unchanged and counted.
 * Thread-safe.
 */
record ProbeTransformer(Rules rules, OperationTable operations, InstrumentationCounts tally)
    implements ClassFileTransformer {
  private static final int MAJOR_VERSION_AT = 6;

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
      return mayHave(loader, name) ? transformed(loader, redefined, classFile) : null;
    } catch (Throwable e) {
      tally.failed(String.valueOf(internalName).replace('/', '.'), e);
      return null;
    }
  }

  /** Returns whether a loaded class may have methods to be instrumented. */
  boolean mayTransform(Class<?> type) {
    return !isOfJdk(type.getModule()) && mayHave(type.getClassLoader(), type.getName());
  }

  /** Returns whether a class is one that rules may choose from. */
  static boolean isOfApplication(Class<?> type) {
    return !type.isArray()
        && !isOfJdk(type.getModule())
        && !ExcludedClasses.contains(type.getClassLoader(), type.getName());
  }

  private boolean mayHave(ClassLoader loader, String name) {
    return !ExcludedClasses.contains(loader, name) && rules.mayHave(name);
  }

  private static boolean isOfJdk(Module module) {
    String name = module == null ? null : module.getName();
    return name != null && (name.startsWith("java.") || name.startsWith("jdk."));
  }

  private byte[] transformed(ClassLoader loader, Class<?> redefined, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassPlan plan = ClassPlan.of(reader, rules, operations, loader);
    tally.leftAlone(plan.leftAlone());
    if (plan.size() == 0) {
      return null;
    }
    // Older ones have frames by mistake only; the JVM does not look at them.
    boolean framed = reader.readUnsignedShort(MAJOR_VERSION_AT) >= Opcodes.V1_6;
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Probes(writer, plan), framed ? 0 : ClassReader.SKIP_FRAMES);
    byte[] result = writer.toByteArray();
    tally.instrumented(redefined, plan.size());
    return result;
  }

  /** Visitor that passes a class on, with probes in the planned methods. */
  private static final class Probes extends ClassVisitor {
    private final ClassPlan plan;
    private String type;

    Probes(ClassVisitor out, ClassPlan plan) {
      super(Opcodes.ASM9, out);
      this.plan = plan;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      super.visit(version, access, name, signature, superName, interfaces);
      type = name;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      ClassPlan.Step step = plan.step(name, descriptor);
      return step == null ? out : new MethodProbe(out, step, type, access, descriptor);
    }
  }
}
