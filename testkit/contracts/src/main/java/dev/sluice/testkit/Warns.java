package dev.sluice.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Says which warnings of our libraries a test makes: they do not come to the console, all others
 * do. A test with it fails if one of them was not logged until its end; on a class it says what any
 * of the tests may log.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ExpectedWarnings.class)
public @interface Warns {
  /** Texts of which each is a part of a warning. */
  String[] value();
}
