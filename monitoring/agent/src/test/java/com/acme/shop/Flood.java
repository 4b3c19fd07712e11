package com.acme.shop;

import java.lang.management.ManagementFactory;
import java.util.logging.LogManager;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;

/** A monitored program that emits much, and then sets up logging and management its own way. */
public final class Flood {
  private Flood() {}

  /** Argument: the number of calls. */
  public static void main(String[] args) {
    int sum = 0;
    for (int i = Integer.parseInt(args[0]); i > 0; i--) {
      sum = step(sum);
    }
    System.out.println(sum + " calls");
    Setup.perform();
  }

  private static int step(int i) {
    return i + 1;
  }

  /** Loaded when the application needs it: until then nobody has set up either. */
  private static final class Setup {
    static void perform() {
      System.setProperty("java.util.logging.manager", OwnLogManager.class.getName());
      System.setProperty("javax.management.builder.initial", OwnBuilder.class.getName());
      System.out.println(LogManager.getLogManager().getClass().getSimpleName());
      ManagementFactory.getPlatformMBeanServer();
      System.out.println(OwnBuilder.used ? "OwnBuilder" : "somebody's builder");
    }
  }

  /** The application's. */
  public static final class OwnLogManager extends LogManager {}

  /** The application's. */
  public static final class OwnBuilder extends MBeanServerBuilder {
    private static boolean used;

    /** Called by the platform. */
    public OwnBuilder() {}

    @Override
    public MBeanServer newMBeanServer(
        String domain, MBeanServer outer, MBeanServerDelegate delegate) {
      used = true;
      return super.newMBeanServer(domain, outer, delegate);
    }
  }
}
