package dev.sluice.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Names the warnings of Sluice's libraries that a test causes: they are not printed on the console,
 * all others are. An annotated test fails if one of them was not logged; on a class the annotation
 * names warnings that any of its tests may log.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ExpectedWarnings.class)
public @interface Warns {
  /** Texts, each of which is a part of a warning. */
  String[] value();
}
