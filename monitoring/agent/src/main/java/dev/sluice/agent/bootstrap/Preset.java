package dev.sluice.agent.bootstrap;

/**
 * What methods of libraries call that a preset records. Runs as {@code java.lang.SluicePreset},
 * defined only where a preset is on. Never throws.
 */
public abstract class Preset {
  private static Preset installed;

  /** For the implementation. */
  protected Preset() {}

  /**
   * A method begins.
   *
   * @param place the number that was bound into it
   * @param self the object that executes it
   * @param first its first argument or null
   * @param second its second argument or null
   * @return for {@link #end}; null if nothing is recorded
   */
  public static Object begin(int place, Object self, Object first, Object second) {
    Preset preset = installed;
    if (preset != null) {
      try {
        return preset.began(place, self, first, second);
      } catch (Throwable e) {
        // It is not recorded.
      }
    }
    return null;
  }

  /**
   * It ends.
   *
   * @param result what it returns, or null
   * @param failure what it throws, or null
   * @return what it should return
   */
  public static Object end(Object begun, Object result, Throwable failure) {
    Preset preset = installed;
    if (begun != null && preset != null) {
      try {
        return preset.ended(begun, result, failure);
      } catch (Throwable e) {
        // The same.
      }
    }
    return result;
  }

  /** Starts or, with null, stops recording. Threads may notice late. */
  public static void install(Preset preset) {
    installed = preset;
  }

  /** Behind {@link #begin}. */
  protected abstract Object began(int place, Object self, Object first, Object second)
      throws Throwable;

  /** Behind {@link #end}. */
  protected abstract Object ended(Object begun, Object result, Throwable failure) throws Throwable;
}
