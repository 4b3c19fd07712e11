package dev.sluice.api.record;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The field's name in the schema where it is not the component's: Java forbids components called
 * {@code wait}, for one, and a component may be renamed while its field keeps its name.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface FieldName {
  /** The name, as {@link Field} allows it. */
  String value();
}
