package dev.sluice.api.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code long} component that holds an instant: {@link System#nanoTime()} in a row and in a
 * chunk, nanoseconds since the epoch once decoded (the chunk's clock anchor is added).
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Timestamp {
  /** Whether this is the record time; exactly one component of a type may be. */
  boolean recordTime() default false;
}
