package dev.sluice.agent.places;

/** Work around a method of a library. */
@FunctionalInterface
public interface Around {
  /**
   * Runs when the method begins; returns null if nothing is to be done at its end. The arguments
   * are those of {@code LibraryCall}.
   */
  Ending begin(Object self, Object first, Object second) throws Exception;

  /** Work at the end of a method; it returns the result that the method should return. */
  @FunctionalInterface
  interface Ending {
    Object end(Object result, Throwable failure) throws Exception;
  }

  /** Returns this work around another one; if one of them fails, the other one is still done. */
  default Around then(Around inner) {
    return (self, first, second) -> {
      Ending ours = begin(this, self, first, second);
      Ending its = begin(inner, self, first, second);
      return ours == null || its == null
          ? ours == null ? its : ours
          : (result, failure) -> ours.end(end(its, result, failure), failure);
    };
  }

  private static Ending begin(Around around, Object self, Object first, Object second) {
    try {
      return around.begin(self, first, second);
    } catch (Throwable e) {
      return null;
    }
  }

  private static Object end(Ending ending, Object result, Throwable failure) {
    try {
      return ending.end(result, failure);
    } catch (Throwable e) {
      return result;
    }
  }
}
