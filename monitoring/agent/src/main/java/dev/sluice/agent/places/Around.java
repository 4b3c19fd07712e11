package dev.sluice.agent.places;

/** What is done when a method begins. */
@FunctionalInterface
public interface Around {
  /** Null if nothing is to be done at its end; the arguments as in {@code LibraryCall}. */
  Ending begin(Object self, Object first, Object second) throws Exception;

  /** What is done when the method ends; returns what the method should return. */
  @FunctionalInterface
  interface Ending {
    Object end(Object result, Throwable failure) throws Exception;
  }

  /** This around another one; what fails of one is as if it were not there. */
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
