package dev.sluice.source;

import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Text of the probes in one file: the text around a body, and the class at the end of the file that
 * contains the operations. That class is beside the user's types and not inside of them, so that
 * they keep their members, their default serial version and the order in which they are
 * initialised; it refers to none of them. For one thread.
 */
final class ProbeText {
  /** Comment before the class that contains the operations. */
  static final String MARK = "/*instrumented by Sluice*/";

  /** Prefix of the local variables in the inserted text. */
  static final String PREFIX = "sluice$";

  private static final String THREAD = PREFIX + "t";
  private static final String FRAME = PREFIX + "f";
  private static final String TIN = PREFIX + "s";
  private static final String FAILURE = PREFIX + "e";
  private static final String CAUGHT = PREFIX + "c";
  private static final String PROBES = "dev.sluice.monitoring.probe.";

  private final String holder;
  private final boolean ownSystem;
  private final Rules rules;
  private final StringBuilder constants = new StringBuilder();
  private int operations;

  /**
   * Creates the text for one file.
   *
   * @param holder the simple name of the class with the operations
   * @param ownSystem whether {@code System} may mean something of the user's
   * @param rules all of them, for switching while the program runs
   */
  ProbeText(String holder, boolean ownSystem, Rules rules) {
    this.rules = rules;
    this.holder = holder;
    this.ownSystem = ownSystem;
  }

  /** Texts before and after a body. */
  record Around(String begin, String end) {}

  /**
   * Returns the text for one operation.
   *
   * @param matching the rules that choose it
   * @param hasSelf whether there is an object that executes it
   */
  Around around(Candidate candidate, List<Rule> matching, boolean hasSelf) {
    String operation = holder + ".o" + operations;
    constants
        .append(operations++ == 0 ? "static final " + PROBES + "Operation o" : ",o")
        .append(operations - 1)
        .append("=o(")
        .append(literal(candidate.signature()))
        .append(',')
        .append(literal(matching.stream().map(Rule::name).collect(Collectors.joining(","))))
        .append(',')
        .append(literal(candidate.annotations().stream().sorted().collect(Collectors.joining(","))))
        .append(')');
    boolean events = Rules.kinds(matching).contains(ProbeKind.EVENTS);
    String self = hasSelf ? "this" : "null";
    return new Around(begin(operation, events, self), end(operation, events, self));
  }

  private String begin(String operation, boolean events, String self) {
    String text =
        "final var %2$s=%1$s.begin();final long %3$s=%2$s==null?0:%2$s.enter(%1$s),%4$s=%2$s==null||%3$s<0?0:%5$s;"
            .formatted(
                operation, THREAD, FRAME, TIN, ownSystem ? holder + ".now()" : "System.nanoTime()");
    String before =
        "if(%2$s!=null&&%3$s>=0&&%1$s.hasEvents())%2$s.before(%1$s,%3$s,%4$s,%5$s);"
            .formatted(operation, THREAD, FRAME, TIN, self);
    return text + (events ? before : "") + "java.lang.Throwable " + FAILURE + "=null;try{";
  }

  private String end(String operation, boolean events, String self) {
    return "}catch(final java.lang.Throwable %5$s){%6$s=%5$s;throw %5$s;}finally{if(%2$s!=null)%2$s.exit(%1$s,%3$s,%4$s,%7$s%6$s);}"
        .formatted(operation, THREAD, FRAME, TIN, CAUGHT, FAILURE, events ? self + "," : "");
  }

  /** Returns the number of operations. */
  int operations() {
    return operations;
  }

  /**
   * Returns the text of the class with the operations. In it, no variable of the user's hides a
   * package.
   */
  String holder() {
    String now = ownSystem ? "static long now(){return java.lang.System.nanoTime();}" : "";
    return (MARK
            + "final class %1$s{private %1$s(){}%2$s;%4$s"
            + "private static %3$sOperation o(java.lang.String s,java.lang.String r,java.lang.String a)"
            + "{return dev.sluice.monitoring.InstrumentedSource.operation(s,r,a,%5$s,%1$s.class);}}")
        .formatted(holder, constants, PROBES, now, literal(rules.text()));
  }

  /** Returns a string literal in ASCII, whatever the file's character set is. */
  private static String literal(String value) {
    StringBuilder text = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c < 128) {
        text.append(c);
      } else {
        text.append(String.format("\\u%04x", (int) c));
      }
    }
    return text.append('"').toString();
  }
}
