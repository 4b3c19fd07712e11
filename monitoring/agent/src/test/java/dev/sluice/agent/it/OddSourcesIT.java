package dev.sluice.agent.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the compiler makes of the language's rarer parts does the same with every probe. */
class OddSourcesIT {
  private static final String SOURCE =
      """
      package com.acme;
      import java.util.*;
      import java.util.function.*;
      public class Rare {
        static int depth;
        static StringBuilder log = new StringBuilder();
        @interface Marked { int value() default 3; }
        sealed interface Shape permits Square, Circle { default String name() { return part() + area(); } private String part() { return "a "; } double area(); static int count() { return 2; } }
        @Marked record Square(double side) implements Shape {
          Square { if (side < 0) { throw new IllegalArgumentException("side " + side); } }
          Square() { this(1); }
          public double area() { return side * side; }
        }
        record Circle(double... radius) implements Shape { public double area() { return radius.length; } }
        enum Op implements IntBinaryOperator {
          ADD { public int applyAsInt(int a, int b) { return a + b; } },
          DIV { public int applyAsInt(int a, int b) { return a / b; } };
          abstract static class Base { abstract int value(); native int missing(); }
        }
        static class Broken { static { fail(); } static int value = 1; static void fail() { throw new IllegalStateException("static"); } static int value() { return value; } }
        static class Half { static final int A; static { try { A = Integer.parseInt("4"); } finally { log.append("half "); } } }
        class Inner { private int secret = 5; class Deeper { int get() { return secret + Rare.this.own(); } } }
        private int own() { return 7; }
        synchronized int locked(int n) { return n == 0 ? Thread.holdsLock(this) ? 1 : 0 : locked(n - 1); }
        static synchronized int staticLocked() { return Thread.holdsLock(Rare.class) ? 1 : 0; }
        static int finallies(int n) {
          try {
            try { if (n == 1) { return 1; } if (n == 2) { throw new RuntimeException("two"); } log.append(n); }
            catch (RuntimeException e) { log.append(e.getMessage()); throw new IllegalStateException(e); }
            finally { try { log.append(10 / (n - 3)); } finally { if (n == 4) { return 44; } } }
          } catch (IllegalStateException e) { return -2; }
          finally { synchronized (log) { for (int i = 0; ; i++) { if (i > n) { break; } if (i == 1) { continue; } log.append('.'); } } }
          return 99;
        }
        static String switches(Object o, int i, String s, Op op) {
          String r = switch (s) { case "Aa", "BB" -> "same hash"; case "c" -> { try { yield "c" + 1 / i; } catch (ArithmeticException e) { yield "zero"; } } default -> s.isEmpty() ? "empty" : s; };
          switch (i) { case Integer.MIN_VALUE: r += "min"; case 0: r += "0"; break; case 1000000: r += "big"; default: r += "d"; }
          return r + switch (op) { case ADD -> 'a'; case DIV -> 'd'; } + (o instanceof String t && t.length() > 1 ? t : "none");
        }
        static <T extends Comparable<T>> T max(List<? extends T> list) { return list.stream().max(Comparator.naturalOrder()).get(); }
        static long many(long a, double b, int c, float d, Object... rest) { a += (long) b; { long e = a * c; a = e; } { String e = "x" + d; a += e.length(); } return a + rest.length; }
        static int overflow() { depth++; return overflow() + 1; }
        static int größe$1(int ñ) { int 変数 = ñ; return 変数 * 2; }
        static void rethrow() { try { throw new Exception("checked"); } catch (Exception e) { Rare.<RuntimeException>sneak(e); } }
        @SuppressWarnings("unchecked") static <E extends Throwable> void sneak(Throwable t) throws E { throw (E) t; }
        static int label(int n) { outer: while (true) { do { if (n-- < 0) { break outer; } if (n % 2 == 0) { continue outer; } } while (n > 3); } return n; }
        static void trying(Object name, Supplier<Object> s) {
          Object result;
          try { result = s.get(); } catch (Throwable e) { result = e + " in " + (e.getStackTrace().length == 0 ? "" : e.getStackTrace()[0].getMethodName()); }
          System.out.println(name + ": " + result);
        }
        public static void main(String[] args) throws Exception {
          trying("square", () -> new Square(2).name() + new Square() + new Square(2).equals(new Square(2)));
          trying("negative", () -> new Square(-1));
          trying("circle", () -> new Circle(1, 2).name() + Shape.count());
          for (Op op : Op.values()) { trying(op, () -> op.applyAsInt(1, 0)); }
          for (int i = 0; i < 2; i++) { trying("broken", Broken::value); }
          trying("half", () -> Half.A);
          trying("native", () -> new Op.Base() { int value() { return 1; } }.missing());
          trying("inner", () -> new Rare().new Inner().new Deeper().get());
          trying("locked", () -> new Rare().locked(5) + staticLocked());
          for (int i = 0; i < 6; i++) { int n = i; trying("finally " + n, () -> finallies(n)); }
          for (String s : new String[] {"Aa", "BB", "c", "", "é"}) { for (int i : new int[] {0, 1, 1000000, Integer.MIN_VALUE}) { trying(s.length() + s, () -> switches(s, i, s, Op.DIV)); } }
          trying("null", () -> switches(null, 0, null, Op.ADD));
          trying("max", () -> max(List.of(3, 9, 4)));
          trying("many", () -> many(1L << 40, 2.5, 3, 4f, 5, 6L, "7"));
          try { overflow(); } catch (StackOverflowError e) { System.out.println("overflow " + (depth > 100)); }
          trying("names", () -> größe$1(21));
          trying("sneaky", () -> { rethrow(); return 1; });
          trying("label", () -> label(9));
          trying("marked", () -> Square.class.getAnnotations().length + " " + Square.class.getRecordComponents().length + Shape.class.isSealed());
          List<String> members = new ArrayList<>();
          for (Class<?> type : new Class<?>[] {Rare.class, Square.class, Inner.class, Op.class, Broken.class.getNestHost()}) {
            for (var m : type.getDeclaredMethods()) { members.add(m.toGenericString()); }
            for (var f : type.getDeclaredFields()) { members.add(f.toGenericString()); }
            for (var c : type.getDeclaredConstructors()) { members.add(c.toGenericString()); }
          }
          Collections.sort(members);
          System.out.println(members.size() + " " + members.hashCode() + " " + log);
        }
      }
      """;

  @TempDir Path directory;

  static Stream<Path> jdks() {
    return Program.jdks();
  }

  private Program.Result run(Path jdk, Path classes, String probe) throws Exception {
    Program program = Program.brief(jdk, directory);
    if (probe != null) {
      program.agent(
          "sink=file:"
              + program.records()
              + "?policy=block;report="
              + program.report()
              + ";include=com.acme.**|new com.acme.**|com.acme.**#<clinit>;quiet=true;probe="
              + probe);
    }
    return program.arguments("-cp", classes.toString(), "com.acme.Rare").run();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void rare_parts_of_the_language_do_the_same(Path jdk) throws Exception {
    Path classes =
        Program.brief(jdk, directory)
            .compile("classes", "com/acme/Rare.java", SOURCE, "-encoding", "UTF-8", "-nowarn");
    Program.Result without = run(jdk, classes, null);
    assertThat(without.exitCode()).as(without.err()).isZero();
    for (String probe : new String[] {"execution", "execution,events", "duration", "aggregate"}) {
      assertThat(run(jdk, classes, probe)).isEqualTo(without);
      assertThat(Program.brief(jdk, directory).report())
          .content()
          .contains("balanced=true", "failed.classes=0\n", "left.methods=0\n");
    }
  }
}
