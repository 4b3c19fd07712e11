package dev.sluice.agent.handover;

import dev.sluice.agent.bytecode.MethodTransformer;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;

/** Transformer that puts the calls into the {@link HandoverMethod}s. Thread-safe. */
final class HandoverTransformer extends MethodTransformer<List<HandoverMethod>> {
  private final Map<String, List<HandoverMethod>> byType;

  /**
   * Creates a transformer.
   *
   * @param byType these methods, by internal name of their class
   */
  HandoverTransformer(Map<String, List<HandoverMethod>> byType) {
    this.byType = byType;
  }

  @Override
  protected List<HandoverMethod> places(ClassLoader loader, String name, byte[] classFile) {
    return loader == null ? byType.get(name) : null;
  }

  @Override
  protected MethodVisitor visitor(
      List<HandoverMethod> places,
      MethodVisitor out,
      String name,
      String descriptor,
      int locals,
      boolean framed) {
    for (HandoverMethod place : places) {
      if (place.method().equals(name)) {
        return new HandoverMethodVisitor(out, place, locals);
      }
    }
    return null;
  }
}
