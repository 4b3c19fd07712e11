package dev.sluice.agent.instrument;

import dev.sluice.monitoring.select.Candidate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The methods of a class file, with the properties that patterns use. */
final class ClassOutline extends ClassVisitor {
  private static final int WITHOUT_PROBE =
      Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC;

  private final Set<String> typeAnnotations = new HashSet<>();
  private final List<Method> methods = new ArrayList<>();
  private String type;
  private int version;

  private ClassOutline() {
    super(Opcodes.ASM9);
  }

  /** A method with code that is written in the source. */
  final class Method extends MethodVisitor {
    private final int access;
    private final String name;
    private final String descriptor;
    private final Set<String> annotations = new HashSet<>();

    private Method(int access, String name, String descriptor) {
      super(Opcodes.ASM9);
      this.access = access;
      this.name = name;
      this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
      annotations.add(className(annotation));
      return null;
    }

    String name() {
      return name;
    }

    String descriptor() {
      return descriptor;
    }

    Candidate candidate() {
      annotations.addAll(typeAnnotations);
      List<String> parameters = new ArrayList<>();
      for (Type parameter : Type.getArgumentTypes(descriptor)) {
        parameters.add(parameter.getClassName());
      }
      return new Candidate(
          type,
          name,
          access,
          Type.getReturnType(descriptor).getClassName(),
          parameters,
          annotations);
    }
  }

  static ClassOutline of(ClassReader reader) {
    ClassOutline outline = new ClassOutline();
    reader.accept(
        outline, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return outline;
  }

  private static String className(String descriptor) {
    return Type.getType(descriptor).getClassName();
  }

  /** Returns the methods that may have a probe. */
  List<Method> methods() {
    return methods;
  }

  /** Returns the class file's major version. */
  int version() {
    return version;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      String signature,
      String superName,
      String[] interfaces) {
    this.version = version & 0xffff;
    type = name.replace('/', '.');
  }

  @Override
  public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
    typeAnnotations.add(className(annotation));
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if ((access & WITHOUT_PROBE) != 0) {
      return null;
    }
    Method method = new Method(access, name, descriptor);
    methods.add(method);
    return method;
  }
}
