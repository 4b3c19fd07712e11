package com.acme.shop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** A monitored program that goes on until its input ends: adds up the numbers that it reads. */
public final class Till {
  private int sum;

  private Till() {}

  /** Reads a number a line, and answers each with the sum so far. */
  public static void main(String[] args) throws IOException {
    Till till = new Till();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("open");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(till.add(Integer.parseInt(line)));
    }
    System.out.println("closed");
  }

  private int add(int number) {
    sum = plus(sum, number);
    return sum;
  }

  private static int plus(int a, int b) {
    return a + b;
  }
}
