package dev.sluice.agent.instrument;

import dev.sluice.agent.bytecode.CodeSizes;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loading and initialisation of all classes that a transformation needs, by transforming a class
 * that is not used: a class whose initialiser fails because memory is short can never be used
 * again. So too the JDK's formats and what it knows of locales, which lines of a log and the report
 * at the end need: both failed so. What else the end needs is initialised then. On a thread of its
 * own, while the start reads the options and opens the sink: neither needs the other, and both are
 * mostly class loading.
 */
final class WarmUp {
  private static final String CLASS_FILE = "dev/sluice/agent/instrument/AgentLog.class";

  private final Thread thread = OwnThreads.create("sluice-warm-up", WarmUp::run);

  /** Begins to load the classes on another thread. */
  static WarmUp start() {
    WarmUp warmUp = new WarmUp();
    warmUp.thread.start();
    return warmUp;
  }

  /**
   * Waits until the warm-up is done; it never fails, but a class that it could not load will fail
   * again later.
   */
  void await() throws InterruptedException {
    thread.join();
  }

  private static void run() {
    String.format(Locale.ROOT, "%,d %.1f", 1000, 1.0);
    ReportText.line("key", "value");
    try (InputStream in = WarmUp.class.getClassLoader().getResourceAsStream(CLASS_FILE)) {
      ClassReader reader = new ClassReader(in.readAllBytes());
      for (ClassOutline.Method method : ClassOutline.of(reader).methods()) {
        method.candidate().signature();
      }
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(new AllProbes(writer, new CodeSizes(reader)), 0);
      writer.toByteArray();
    } catch (IOException | RuntimeException | LinkageError e) {
      // The first class to be transformed meets the same, and is counted.
    }
  }

  /** Plan with a probe in each method. */
  private static final class AllProbes extends ClassVisitor {
    private final CodeSizes sizes;

    AllProbes(ClassVisitor out, CodeSizes sizes) {
      super(Opcodes.ASM9, out);
      this.sizes = sizes;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      int locals = sizes.of(name, descriptor).locals();
      ClassPlan.Step step = new ClassPlan.Step(0, false, locals, MethodProbe.AT_ONCE, true);
      return new MethodProbe(out, step, CLASS_FILE, access, descriptor);
    }
  }
}
