package dev.sluice.api.record;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks classes that the record compiler writes. Probes are never put into them, whatever rules
 * say, because row writers are a part of monitoring in a package of the program.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Generated {}
