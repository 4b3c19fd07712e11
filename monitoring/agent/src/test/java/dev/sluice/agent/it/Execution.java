package dev.sluice.agent.it;

/**
 * One decoded operation execution. {@link #toString} is what tests compare.
 *
 * @param method simple class and method name
 */
public record Execution(
    String signature, long trace, long tin, long tout, int eoi, int ess, boolean exception) {
  public String method() {
    int open = signature.indexOf('(');
    if (open < 1 || signature.charAt(open - 1) == ' ' || !signature.endsWith(")")) {
      return signature;
    }
    String name = signature.substring(0, open);
    String qualified = name.substring(name.lastIndexOf(' ') + 1);
    int dot = qualified.lastIndexOf('.', qualified.lastIndexOf('.') - 1);
    return qualified.substring(dot + 1);
  }

  /** Method, order index and depth: {@code Shop.main 0/0}. */
  public String place() {
    return method() + " " + eoi + "/" + ess;
  }
}
