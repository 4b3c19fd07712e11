package com.acme.storm;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.Query;
import javax.management.QueryExp;

/**
 * A program that gives an entry point many distinct texts. Prints the bytes of the heap that are in
 * use after a collection, once before and once after. Arguments: the entry point, the number of
 * texts, and the sink of those that work without the agent.
 */
public final class Storm {
  /** Distinct texts that are short enough to be kept. */
  private static final int SHORT = 500;

  /** Distinct long texts before the first look: with the short ones fewer than any bound. */
  private static final int LONG = 400;

  /** How often a long text comes before the first look, so that buffers are at their largest. */
  private static final int FIRST = 4_000;

  private static final long PAUSE_NANOS = 1_000_000;
  private static final int LONG_CHARS = 8 << 10;
  private static final int SHORT_CHARS = 500;

  private static final QueryExp PENDING = Query.geq(Query.attr("Pending"), Query.value(0L));

  private Storm() {}

  /** Takes texts of strangers. */
  interface Entry {
    /** Takes a text. */
    void take(String text) throws Exception;

    /** Takes what must not be lost, and ends. */
    void end() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    int count = Integer.parseInt(args[1]);
    Entry entry = Entries.of(args[0], args[2]);
    for (int i = 0; i < SHORT; i++) {
      entry.take(text(i, SHORT_CHARS));
    }
    for (int i = 0; i < FIRST; i++) {
      entry.take(text(SHORT + i % LONG, LONG_CHARS));
    }
    long before = used();
    for (int i = 0; i < count; i++) {
      entry.take(text(SHORT + LONG + i, LONG_CHARS));
    }
    System.out.println(before + " " + used());
    entry.end();
  }

  /** Letters and digits, distinct from their beginning on. */
  private static String text(int number, int length) {
    byte[] text = "x".repeat(length).getBytes(StandardCharsets.ISO_8859_1);
    byte[] begin = "t%07d".formatted(number).getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(begin, 0, text, 0, begin.length);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static long pending(MBeanServer beans, ObjectName all) throws Exception {
    return (long) beans.getAttribute(beans.queryNames(all, PENDING).iterator().next(), "Pending");
  }

  /** When nothing is on its way any more. */
  private static long used() throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName all = new ObjectName("dev.sluice:*");
    // The agent registers its monitor while the program runs already.
    while (beans.queryNames(all, PENDING).isEmpty() || pending(beans, all) > 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
