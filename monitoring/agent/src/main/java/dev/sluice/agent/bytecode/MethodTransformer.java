package dev.sluice.agent.bytecode;

import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Transformer that puts calls into certain methods, which are found by names and descriptors: no
 * class is loaded to read its supertypes. Thread-safe.
 *
 * @param <P> what tells such methods
 */
public abstract class MethodTransformer<P> implements ClassFileTransformer {
  private static final ClassLoader OWN = MethodTransformer.class.getClassLoader();
  private static final int MAJOR_VERSION_AT = 6;

  /** Called by subclasses. */
  protected MethodTransformer() {}

  /** Returns the places of a class, which identify its methods; null if it has none. */
  protected abstract P places(ClassLoader loader, String name, byte[] classFile);

  /**
   * Returns the visitor of a method.
   *
   * @param locals places of the method's local variables
   * @param framed whether the class has frames
   * @return null if the method stays as it is
   */
  protected abstract MethodVisitor visitor(
      P places, MethodVisitor out, String name, String descriptor, int locals, boolean framed);

  /** Receives the number of methods that were changed in a class; null if it is being defined. */
  protected void changed(Class<?> loaded, int methods) {}

  @Override
  public final byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    P places = name == null || loader == OWN ? null : places(loader, name, classFile);
    return places == null ? null : transform(classFile, places, redefined);
  }

  /** Returns whether the constant pool contains a text; it may return true by chance. */
  protected static boolean contains(byte[] bytes, byte[] text) {
    for (int i = 0; i <= bytes.length - text.length; i++) {
      int same = 0;
      while (same < text.length && bytes[i + same] == text[same]) {
        same++;
      }
      if (same == text.length) {
        return true;
      }
    }
    return false;
  }

  /** Returns the bytes of a text to search for. */
  protected static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the transformed class file; null if the class has none of the methods. */
  private byte[] transform(byte[] classFile, P places, Class<?> loaded) {
    ClassReader reader = new ClassReader(classFile);
    boolean framed = reader.readUnsignedShort(MAJOR_VERSION_AT) >= Opcodes.V1_6;
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Methods methods = new Methods(writer, places, new CodeSizes(reader), framed);
    reader.accept(methods, framed ? ClassReader.EXPAND_FRAMES : ClassReader.SKIP_FRAMES);
    if (methods.changed == 0) {
      return null;
    }
    changed(loaded, methods.changed);
    return writer.toByteArray();
  }

  private final class Methods extends ClassVisitor {
    private final P places;
    private final CodeSizes sizes;
    private final boolean framed;
    private int changed;

    Methods(ClassVisitor out, P places, CodeSizes sizes, boolean framed) {
      super(Opcodes.ASM9, out);
      this.places = places;
      this.sizes = sizes;
      this.framed = framed;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      if ((access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        return out;
      }
      int locals = sizes.of(name, descriptor).locals();
      MethodVisitor changed = visitor(places, out, name, descriptor, locals, framed);
      this.changed += changed == null ? 0 : 1;
      return changed == null ? out : changed;
    }
  }
}
