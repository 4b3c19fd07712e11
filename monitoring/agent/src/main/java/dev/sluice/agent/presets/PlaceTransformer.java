package dev.sluice.agent.presets;

import dev.sluice.agent.bytecode.MethodTransformer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;

/** Puts the calls into the methods of some {@link Place}s. Thread-safe. */
final class PlaceTransformer extends MethodTransformer<List<Place.Method>> {
  private final Map<String, List<Place.Method>> byType = new HashMap<>();
  private final Map<String, List<Place.Method>> byText = new LinkedHashMap<>();
  private final List<byte[]> texts = new ArrayList<>();

  PlaceTransformer(List<Place.Method> methods) {
    for (Place.Method method : methods) {
      (method.isText() ? byText : byType)
          .computeIfAbsent(method.type(), absent -> new ArrayList<>())
          .add(method);
    }
    byText.keySet().forEach(text -> texts.add(ascii(text)));
  }

  /** Whether it may change a class of that name, with slashes, whatever is in it. */
  boolean knows(String name) {
    return byType.containsKey(name);
  }

  @Override
  protected List<Place.Method> places(ClassLoader loader, String name, byte[] classFile) {
    List<Place.Method> known = byType.get(name);
    if (known != null || loader == null) {
      return known;
    }
    int at = 0;
    for (List<Place.Method> methods : byText.values()) {
      if (contains(classFile, texts.get(at++))) {
        known = known == null ? new ArrayList<>() : known;
        known.addAll(methods);
      }
    }
    return known;
  }

  @Override
  protected MethodVisitor visitor(
      List<Place.Method> places,
      MethodVisitor out,
      String name,
      String descriptor,
      int locals,
      boolean framed) {
    Place.Method found = Place.Method.find(places, name, descriptor);
    return found == null ? null : new PlaceVisitor(out, found.place(), descriptor, locals, framed);
  }
}
