package dev.sluice.agent.places;

import dev.sluice.agent.bootstrap.LibraryCall;
import dev.sluice.agent.bytecode.Supertypes;
import java.lang.instrument.ClassFileTransformer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Work of contexts and presets in methods of libraries, from start to stop. */
public final class Places {
  /** Classes that are found by a text and that are worth another transformation. */
  private static final Set<String> TYPES =
      Set.of(
          "java.sql.Statement",
          "java.sql.Connection",
          "javax.servlet.Servlet",
          "javax.servlet.Filter",
          "jakarta.servlet.Servlet",
          "jakarta.servlet.Filter");

  private final Map<Place, Around> all = new EnumMap<>(Place.class);
  private PlaceTransformer transformer;
  private Sender sender;

  /** Replaces an object that is sent, by an object of the same class. */
  @FunctionalInterface
  public interface Sender {
    Object sent(Object request) throws Exception;
  }

  /** Adds work at a place, around the existing work. */
  public void outside(Place place, Around around) {
    all.merge(place, around, (inner, outer) -> outer.then(inner));
  }

  /** Adds work at a place, inside of the existing work. */
  public void inside(Place place, Around around) {
    all.merge(place, around, Around::then);
  }

  /** Adds work on all objects that are sent, inside of all other work. */
  public void send(Sender what) {
    sender = what;
  }

  /**
   * Returns the transformer that puts the calls into classes; loaded classes must be transformed
   * again.
   */
  public ClassFileTransformer transformer() {
    return transformer;
  }

  /** Returns whether a loaded class may have one of the methods. */
  public boolean isPlace(Class<?> type) {
    return transformer.mayChange(type.getName().replace('.', '/'))
        || type.getClassLoader() != null && Supertypes.find(type, TYPES) != null;
  }

  private boolean isUsed(PlaceMethod method) {
    return all.containsKey(method.place()) || sender != null && method.place().sent >= 0;
  }

  /**
   * Starts the work, after all of it was added. All is added.
   *
   * @param changed receives each changed class, null if it is being defined, and the number of its
   *     changed methods; any thread
   */
  public void start(BiConsumer<Class<?>, Integer> changed) {
    transformer =
        new PlaceTransformer(PlaceMethod.ALL.stream().filter(this::isUsed).toList(), changed);
    Around[] arounds = new Around[Place.values().length];
    all.forEach((place, around) -> arounds[place.ordinal()] = around);
    LibraryCall.install(
        new LibraryCall() {
          @Override
          protected Object began(int place, Object self, Object first, Object second)
              throws Exception {
            return arounds[place] == null ? null : arounds[place].begin(self, first, second);
          }

          @Override
          protected Object sent(Object request) throws Exception {
            return sender == null ? request : sender.sent(request);
          }

          @Override
          protected Object ended(Object begun, Object result, Throwable failure) throws Exception {
            return ((Around.Ending) begun).end(result, failure);
          }
        });
  }

  /** Stops the work. */
  public void stop() {
    LibraryCall.install(null);
  }
}
