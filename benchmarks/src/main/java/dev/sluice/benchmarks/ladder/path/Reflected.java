package dev.sluice.benchmarks.ladder.path;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;

/**
 * Makes and writes records by reflection, as before the first tuning of Waller et al. (2014): the
 * constructor is invoked with boxed values, the signature is made of the method for every record,
 * and each value is asked for by its accessor when it is written. Thread-safe.
 */
final class Reflected {
  private final Constructor<?> constructor;
  private final RecordComponent[] components = Records.Execution.class.getRecordComponents();
  private final Method monitored;

  /** For executions of a method. */
  Reflected(Method monitored) {
    this.monitored = monitored;
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = components[i].getType();
      components[i].getAccessor().setAccessible(true);
    }
    try {
      constructor = Records.Execution.class.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
    constructor.setAccessible(true);
  }

  /** The text that a constant holds elsewhere. */
  static String signature(Method monitored) {
    return monitored.toGenericString();
  }

  Object execution(
      String session, String host, long trace, long tin, long tout, int order, int depth) {
    try {
      return constructor.newInstance(
          signature(monitored), session, host, trace, tin, tout, order, depth);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes what {@link #execution} made. */
  void write(Object execution, Registry registry, RecordFile file) {
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      Object value = value(execution, components[i]);
      values[i] = value instanceof String text ? registry.number(text) : value;
    }
    registry.writeNew(file);
    ByteBuffer out = file.next().putInt(RecordLayout.EXECUTION);
    for (Object value : values) {
      if (value instanceof Integer number) {
        out.putInt(number);
      } else {
        out.putLong((Long) value);
      }
    }
    file.recorded();
  }

  private static Object value(Object execution, RecordComponent component) {
    try {
      return component.getAccessor().invoke(execution);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }
}
