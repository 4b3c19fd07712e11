package dev.sluice.agent.places;

import dev.sluice.agent.bytecode.MethodTransformer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.objectweb.asm.MethodVisitor;

/** Transformer that puts the calls into some {@link PlaceMethod}s. Thread-safe. */
final class PlaceTransformer extends MethodTransformer<List<PlaceMethod>> {
  private final Map<String, List<PlaceMethod>> byType = new HashMap<>();
  private final List<Text> texts = new ArrayList<>();
  private final BiConsumer<Class<?>, Integer> changed;

  /** Methods of classes that contain a text. */
  private record Text(byte[] text, List<PlaceMethod> methods) {}

  PlaceTransformer(List<PlaceMethod> all, BiConsumer<Class<?>, Integer> changed) {
    this.changed = changed;
    for (PlaceMethod method : all) {
      byType.computeIfAbsent(method.type(), absent -> new ArrayList<>()).add(method);
    }
    byType.values().stream()
        .filter(methods -> methods.get(0).isInText())
        .forEach(methods -> texts.add(new Text(ascii(methods.get(0).type()), methods)));
  }

  /**
   * Returns whether the transformer may change a class with this name, with slashes, whatever its
   * content.
   */
  boolean mayChange(String name) {
    return byType.containsKey(name);
  }

  @Override
  protected void changed(Class<?> loaded, int methods) {
    changed.accept(loaded, methods);
  }

  @Override
  protected List<PlaceMethod> places(ClassLoader loader, String name, byte[] classFile) {
    List<PlaceMethod> known = byType.get(name);
    if (known != null || loader == null) {
      return known;
    }
    for (Text each : texts) {
      if (contains(classFile, each.text)) {
        known = known == null ? new ArrayList<>() : known;
        known.addAll(each.methods);
      }
    }
    return known;
  }

  @Override
  protected MethodVisitor visitor(
      List<PlaceMethod> places,
      MethodVisitor out,
      String name,
      String descriptor,
      int locals,
      boolean framed) {
    for (PlaceMethod method : places) {
      if (method.is(name, descriptor)) {
        return new PlaceVisitor(out, method.place(), descriptor, locals, framed);
      }
    }
    return null;
  }
}
