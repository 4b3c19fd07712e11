package dev.sluice.rawwriters.tcp;

import dev.sluice.api.config.Loggers;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;

/**
 * Takes Netty's own logging along where our loggers are redirected: by itself it may set up {@code
 * java.util.logging} in a program that is not ours. Only warnings and errors are passed on.
 */
final class NettyLogs extends InternalLoggerFactory {
  private NettyLogs() {}

  /** Before anything else of Netty is used. Does nothing if our loggers are the platform's. */
  static void follow() {
    if (Loggers.isRedirected()) {
      setDefaultFactory(new NettyLogs());
    }
  }

  @Override
  protected InternalLogger newInstance(String name) {
    return (InternalLogger)
        Proxy.newProxyInstance(
            InternalLogger.class.getClassLoader(),
            new Class<?>[] {InternalLogger.class},
            (proxy, method, arguments) -> answer(name, proxy, method, arguments));
  }

  private static Object answer(String name, Object proxy, Method method, Object[] arguments) {
    switch (method.getName()) {
      case "name", "toString":
        return name;
      case "hashCode":
        return System.identityHashCode(proxy);
      case "equals":
        return proxy == arguments[0];
      case "isEnabled":
        return isWarning(arguments[0].toString());
      case "log":
        if (isWarning(arguments[0].toString())) {
          warn(name, arguments, 1);
        }
        return null;
      default:
        if (method.getReturnType() == boolean.class) {
          return isWarning(method.getName());
        }
        if (isWarning(method.getName())) {
          warn(name, arguments, 0);
        }
        return null;
    }
  }

  /** From a level or the name of a method, as in {@code isWarnEnabled}. */
  private static boolean isWarning(String level) {
    String text = level.toLowerCase(Locale.ROOT);
    return text.contains("warn") || text.contains("error");
  }

  /** Text, or format and parameters, or throwable: the last may be one in any case. */
  private static void warn(String name, Object[] arguments, int first) {
    StringBuilder text = new StringBuilder();
    Throwable thrown = null;
    for (int i = first; i < arguments.length; i++) {
      Object[] parts = arguments[i] instanceof Object[] array ? array : new Object[] {arguments[i]};
      for (Object part : parts) {
        int gap = text.indexOf("{}");
        if (gap >= 0) {
          text.replace(gap, gap + 2, String.valueOf(part));
        } else if (part instanceof Throwable cause) {
          thrown = cause;
        } else {
          text.append(text.isEmpty() ? "" : " ").append(part);
        }
      }
    }
    Loggers.get(name).log(Level.WARNING, text.toString(), thrown);
  }
}
