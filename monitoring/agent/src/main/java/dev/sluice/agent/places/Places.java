package dev.sluice.agent.places;

import dev.sluice.agent.bootstrap.LibraryCall;
import dev.sluice.agent.bytecode.Supertypes;
import java.lang.instrument.ClassFileTransformer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** What contexts and presets do in methods of libraries, from start to stop. */
public final class Places {
  /** Of classes that are found by a text, those that are worth to be changed once more. */
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

  /** Makes of what is sent what is sent instead, of the same class. */
  @FunctionalInterface
  public interface Sender {
    Object sent(Object request) throws Exception;
  }

  /** Adds what is done at a place, outside of what is there. */
  public void outside(Place place, Around around) {
    all.merge(place, around, (inner, outer) -> outer.then(inner));
  }

  /** Adds what is done at a place, inside of what is there. */
  public void inside(Place place, Around around) {
    all.merge(place, around, Around::then);
  }

  /** Adds what is done with all that is sent, inside of all else. */
  public void send(Sender what) {
    sender = what;
  }

  /** Returns what puts the calls into classes; those that are loaded have to be transformed anew. */
  public ClassFileTransformer transformer() {
    return transformer;
  }

  /** Returns whether a class that is loaded may have one of the methods. */
  public boolean isPlace(Class<?> type) {
    return transformer.knows(type.getName().replace('.', '/'))
        || type.getClassLoader() != null && Supertypes.find(type, TYPES) != null;
  }

  private boolean isUsed(PlaceMethod method) {
    return all.containsKey(method.place()) || sender != null && method.place().sent >= 0;
  }

  /**
   * Starts. All is added.
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

  /** Stops. */
  public void stop() {
    LibraryCall.install(null);
  }
}
