package dev.sluice.api.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Name of the field in the schema if it differs from the component's: Java forbids components
 * called {@code wait}, for example, and a component may be renamed while its field keeps its name.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface FieldName {
  /** Returns the name, as {@link Field} allows it. */
  String value();
}
