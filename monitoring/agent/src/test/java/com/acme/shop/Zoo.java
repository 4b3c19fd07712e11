package com.acme.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Every way to write a constructor and an initialiser; deterministic, ends with exit code 0. */
public final class Zoo {
  private static final List<String> LOG = new ArrayList<>();

  static {
    LOG.add("static");
  }

  private Zoo() {}

  /** Marks what is monitored. */
  @interface Monitored {}

  static class Animal {
    final String name;

    {
      LOG.add("animal");
    }

    Animal(String name, double weight, long age) {
      this.name = name + weight + age;
    }

    Animal(int legs) {
      this(legs > 2 ? new String("many") : new StringBuilder("few").toString(), legs, 7L);
      if (legs == 0) {
        return;
      }
      for (int i = 0; i < legs; i++) {
        double half = i / 2.0;
        LOG.add("leg " + half);
      }
    }

    @Monitored
    String voice() {
      return name;
    }
  }

  static final class Dog extends Animal {
    private final Object lock = new Object();

    Dog(boolean fail) {
      super(fail ? 0 : 4);
      try {
        if (fail) {
          throw new IllegalStateException("dog");
        }
        synchronized (lock) {
          LOG.add("dog");
        }
      } catch (IllegalArgumentException e) {
        LOG.add("not reached");
      } finally {
        LOG.add("finally");
      }
    }

    @Override
    String voice() {
      return "wau " + super.voice();
    }
  }

  static class Broken extends Animal {
    Broken() {
      super(explode());
    }

    static int explode() {
      throw new IllegalStateException("before super");
    }
  }

  enum Size {
    SMALL {
      @Override
      int grams() {
        return 1;
      }
    };

    final long factor;

    Size() {
      factor = 2;
    }

    abstract int grams();
  }

  record Cage(int width, long height) {
    Cage {
      if (width < 0) {
        throw new IllegalArgumentException("width");
      }
    }
  }

  interface Feeder<T extends Comparable<T>> {
    T feed(T food);

    default T twice(T food) {
      return feed(feed(food));
    }

    static Feeder<String> plain() {
      return new Feeder<>() {
        @Override
        public String feed(String food) {
          return food + "!";
        }
      };
    }
  }

  final class Inner {
    Inner() {
      LOG.add("inner");
    }
  }

  private static String attempt(Supplier<?> work) {
    try {
      return String.valueOf(work.get());
    } catch (RuntimeException e) {
      StackTraceElement at = e.getStackTrace()[0];
      return e.getMessage() + " at " + at.getMethodName() + ":" + at.getLineNumber();
    }
  }

  /** Prints what happened. */
  public static void main(String[] args) {
    LOG.add(new Dog(false).voice());
    LOG.add(attempt(() -> new Dog(true)));
    LOG.add(attempt(Broken::new));
    LOG.add(new Animal(0).name + new Animal(3).name);
    LOG.add(Size.SMALL.grams() + "/" + Size.SMALL.factor);
    LOG.add(new Cage(1, 2).toString());
    LOG.add(attempt(() -> new Cage(-1, 2)));
    LOG.add(Feeder.plain().twice("food"));
    LOG.add(new Zoo().new Inner().getClass().getName());
    System.out.println(String.join("\n", LOG));
  }
}
