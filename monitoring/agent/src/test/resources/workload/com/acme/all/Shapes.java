package com.acme.all;

import java.util.Objects;

/** Types that are no classes, nested in one. */
sealed interface Shapes permits Shapes.Square, Shapes.Circle {
  int SIDES = new Object() { int sides() { return 4; } }.sides();

  int area();

  default String describe() { return prefix() + area(); }

  private String prefix() { return "area "; }

  static Shapes unit() { return new Square(SIDES / 4); }

  static String name(Shapes shape) {
    int kind = shape instanceof Square s && s.side() > 0 ? 1 : 2;
    return switch (kind) {
      case 1 -> "square";
      default -> {
        String text = "circle";
        yield text + shape.area();
      }
    };
  }

  record Square(int side) implements Shapes {
    public Square {
      if (side < 0) { throw new IllegalArgumentException(); }
    }

    @Override public int area() { return side() * this.side; }

    public int side() { return side; }
  }

  record Circle(int radius) implements Shapes {
    public Circle(int radius) { this.radius = radius; }

    @Override public int area() { return 3 * radius * radius; }

    @Override public boolean equals(Object o) { return o instanceof Circle c && c.radius == radius; }

    @Override public int hashCode() { return Objects.hash(radius); }
  }

  record Point(int x, int y) {
    static final Point ORIGIN = of(0);

    static Point of(int n) { return new Point(n, n); }

    public Point { x = Math.abs(x); }

    double length() { return Math.sqrt(x * x + y * y); }
  }

  enum Kind {
    PLUS("+") {
      @Override int apply(int a, int b) { return a + b; }
    },
    TIMES(new Object() { @Override public String toString() { return star(); } String star() { return "*"; } }.toString()) {
      @Override int apply(int a, int b) { return a * b; }

      @Override String symbol() { return super.symbol() + "!"; }
    };

    private static final Kind DEFAULT = parse("TIMES");
    private final String symbol;

    Kind(String symbol) { this.symbol = check(symbol); }

    static String check(String symbol) { return symbol; }

    static Kind parse(String name) { return valueOf(name); }

    abstract int apply(int a, int b);

    String symbol() { return symbol; }
  }

  @interface Marked {
    String value() default "";

    class Helper { static int help() { return 1; } }
  }
}

class Beside { static int count() { return 1; } }
