package dev.sluice.api.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a Java {@code record} as a record type. The record compiler writes {@code <Name>Writer}
 * (the row writer) and {@code <Name>Reader} (the typed reader) into the same package; {@code
 * <Name>} is {@code Outer_Inner} for a record nested in another class.
 *
 * <p>Components may be any primitive, {@code String} (nullable, any sequence of UTF-16 code units),
 * an enum (nullable, stored by name) or {@code byte[]} (nullable). {@link FieldName}, {@link
 * SymbolField} and {@link Timestamp} say more about one.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MonitoringRecord {
  /**
   * Type name: dotted, lower case ({@code [a-z][a-z0-9_]*} separated by dots), at most 200
   * characters.
   */
  String name();

  /** Major version of the type, 1 to 65535; a new one means that fields changed their meaning. */
  int version() default 1;
}
