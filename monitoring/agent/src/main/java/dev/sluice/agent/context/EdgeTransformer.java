package dev.sluice.agent.context;

import dev.sluice.agent.bytecode.MethodTransformer;
import java.util.List;
import org.objectweb.asm.MethodVisitor;

/**
 * Puts the calls into the {@link EdgeMethod}s. It must come behind the transformer of the probes:
 * then a request has arrived when the probe of the same method begins. Thread-safe.
 */
final class EdgeTransformer extends MethodTransformer<List<EdgeMethod>> {
  /** In the constant pool of every servlet and filter, and of few other classes. */
  private static final byte[] SERVLET = ascii("/servlet/ServletResponse;");

  @Override
  protected List<EdgeMethod> places(ClassLoader loader, String name, byte[] classFile) {
    List<EdgeMethod> edges = EdgeMethod.BY_TYPE.get(name);
    return edges == null && loader != null && contains(classFile, SERVLET)
        ? EdgeMethod.OF_SERVLETS
        : edges;
  }

  @Override
  protected MethodVisitor visitor(
      List<EdgeMethod> edges,
      MethodVisitor out,
      String name,
      String descriptor,
      int locals,
      boolean framed) {
    EdgeMethod edge = EdgeMethod.find(edges, name, descriptor);
    return edge == null ? null : new EdgeVisitor(out, edge, descriptor, locals, framed);
  }
}
