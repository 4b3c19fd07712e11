package com.acme.all;

import static com.acme.all.Shapes.Kind.*;

import java.io.*;
import java.util.*;
import java.util.Map.Entry;
import java.util.function.*;

/** Every construct of the language in which a method can stand; deterministic. */
public class Workload<T extends Comparable<T> & Serializable> {
  static final List<String> LOG = new ArrayList<>();
  static final int EARLY = early("field");
  private static final int LATE;

  static { LATE = early("block"); if (LATE < 0) throw new IllegalStateException(); }

  final int size;
  private T value;

  { note("instance"); }

  Workload(int size) { this(size, null); }

  Workload(int size, T value) { super(); this.size = size; this.value = value; }

  public static void main(String[] args) throws Exception {
    run("returns", () -> returns(3) + returns(0) + oneLine(4));
    run("exceptions", Workload::exceptions);
    run("inner", () -> new Workload<String>(2, "x").new Inner().outerSize());
    run("generics", () -> new Workload<>(1, "b").max("a") + first(List.of(1, 2), new Integer[0][]));
    run("anonymous", Workload::anonymous);
    run("local", () -> new Workload<String>(7).local(2));
    run("lambda", Workload::lambdas);
    run("enum", () -> PLUS.apply(2, 3) + TIMES.apply(2, 3) + Shapes.Kind.parse("PLUS").symbol());
    run("record", () -> new Shapes.Point(3, 4).length() + Shapes.Point.of(-1).x());
    run("interface", () -> new Shapes.Square(3).describe() + Shapes.unit().area());
    run("switch", () -> Shapes.name(new Shapes.Square(1)) + Shapes.name(new Shapes.Circle(1)));
    run("text", Workload::text);
    run("own", () -> new Own().work() + new Own.Throwable().hashCode());
    run("crlf", () -> Endings.a() + Endings.b());
    run("escapes", () -> Escapes.caf\u00e9("\u005c"") + Escapes.\u0062race());
    run("loops", () -> "" + loops(5));
    run("resources", Workload::resources);
    run("synchronised", () -> "" + locked(1) + new Workload<String>(1).locked());
    System.out.println(LOG);
  }

  interface Step { Object go() throws Exception; }

  private static void run(String name, Step step) throws Exception {
    System.out.println(name + " " + step.go());
  }

  static int early(String what) { note(what); return what.length(); }

  static void note(String what) { LOG.add(what); }

  static int returns(int n) {
    if (n == 0) return -1; // a comment behind
    for (;;) { if (n-- < 2) { return n; } }
  }

  static int oneLine(int n){return n<2?n:oneLine(n-1)+oneLine(n-2);}

  static void empty() {}

  static Object exceptions() {
    StringBuilder seen = new StringBuilder();
    try {
      declared(1);
    } catch (IOException e) {
      seen.append(e.getMessage()).append(e.getStackTrace()[0].getLineNumber());
    }
    try {
      fails(new int[0]);
    } catch (ArrayIndexOutOfBoundsException e) {
      seen.append(e.getStackTrace()[0].getLineNumber());
    } finally {
      empty();
    }
    return seen;
  }

  private static void declared(int n) throws IOException, InterruptedIOException {
    if (n > 0) {
      try {
        declared(n - 1);
        throw new IOException("declared");
      } finally { empty(); }
    }
  }

  static int fails(int[] array)
  {
    final int zero;
    zero = 0; return array
        [zero]; /* between */ }

  class Inner {
    int outerSize() { return size + deeper().get(); }

    Supplier<Integer> deeper() {
      return new Supplier<>() {
        @Override public Integer get() { return size + own(); }

        private int own() { return 1; }
      };
    }
  }

  T max(T other) { return value.compareTo(other) > 0 ? value : other; }

  @SafeVarargs
  protected static <A extends Number, B extends List<? extends A>> A first(B list, A[]... more) {
    return list.get(0);
  }

  String entry(Entry<T, ? super T[]> entry)[] { return new String[0]; }

  static Object anonymous() throws Exception {
    // The compiler gives the second the lower number.
    int chained = chain(new Object() { public int hashCode() { return one(); } int one() { return 1; } })
        .chain(new Object() { public int hashCode() { return 2; } });
    int nested = new Base(new Base(1) { @Override int twice() { return 5; } }.twice()) {
      @Override int twice() { return super.twice() + 1; }
    }.twice();
    int deferred = pair(() -> new Base(3) { @Override int twice() { return 7; } }.twice(), new Base(4) {
      @Override int twice() { return 8; }
    });
    return chained + nested + deferred;
  }

  static Links chain(Object o) { return new Links(o.hashCode()); }

  static int pair(Supplier<Integer> a, Base b) { return 10 * a.get() + b.twice(); }

  record Links(int n) { int chain(Object o) { return n - o.hashCode(); } }

  static class Base {
    private final int n;

    Base(int n) { this.n = n; }

    int twice() { return 2 * n; }
  }

  int local(final int n) {
    class Adder {
      int add(int m) { return n + m + size; }
    }
    record Pair(Adder left, int right) {
      int sum() { return left.add(right); }
    }
    int first = new Pair(new Adder(), 1).sum();
    {
      class Deep extends Adder { @Override int add(int m) { return super.add(m) + 1; } }
      return first + other(new Deep());
    }
  }

  int other(Object o) {
    class Adder { int add() { return 100; } }
    return new Adder().add();
  }

  static Object lambdas() {
    Function<Integer, Integer> twice = n -> { return once(n) + once(n); };
    Runnable withClass = () -> new Thread() { @Override public void run() { once(5); } }.run();
    withClass.run();
    return twice.apply(4);
  }

  static int once(int n) { return n; }

  static String text() {
    return """
        { not a body } \""" }
        """.strip() + quote('{') + quote('\'');
  }

  static String quote(char c) { return "}\"" + c; }

  static int loops(int n) {
    int sum = 0;
    outer:
    for (int i = 0; i < n; i++) {
      for (int j = 0; ; j++) {
        if (j == 3) continue outer;
        if (i == 4) break outer;
        sum += once(j);
      }
    }
    return sum;
  }

  static Object resources() throws Exception {
    class Resource implements AutoCloseable {
      int use() { return 3; }

      @Override public void close() { note("closed"); }
    }
    try (Resource one = new Resource(); var two = new Resource()) {
      return one.use() + two.use();
    }
  }

  static synchronized int locked(int n) { return n; }

  final synchronized strictfp int locked() { return size; }

  native int never();

  static final class Broken {
    static { fail(); }

    static void fail() { if (LATE > 0) throw new IllegalStateException("static"); }

    static void unused() {}

    static String attempt() {
      return "never";
    }
  }

  static {
    try {
      Broken.attempt();
    } catch (ExceptionInInitializerError e) {
      note(e.getCause().getMessage());
    }
    Shapes.Kind.parse("PLUS");
  }
}
