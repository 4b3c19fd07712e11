package com.acme.shop;

import java.util.ArrayList;
import java.util.List;

/** A monitored program that runs out of memory, works on meanwhile, and survives. */
public final class Survivor {
  private static final long NANOS = 200_000_000;
  private static int sum;

  private Survivor() {}

  /** No arguments. */
  public static void main(String[] args) {
    for (int round = 0; round < 2; round++) {
      fillMemory();
    }
    for (int i = 0; i < 1000; i++) {
      recovered(i);
    }
    System.out.println("survived");
  }

  /** Until not even some bytes are left; the less there is, the more the program does. */
  private static void fillMemory() {
    List<Object> held = new ArrayList<>(1 << 20);
    for (int bytes = 1 << 18; bytes >= 16; ) {
      try {
        held.add(new byte[bytes]);
      } catch (OutOfMemoryError e) {
        work();
        bytes /= 8;
      }
    }
  }

  private static void work() {
    long end = System.nanoTime() + NANOS;
    while (System.nanoTime() < end) {
      starved(sum);
    }
  }

  private static void starved(int i) {
    sum = i + 1;
  }

  private static void recovered(int i) {
    sum += i;
  }
}
