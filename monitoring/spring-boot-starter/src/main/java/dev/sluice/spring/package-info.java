/** Starter for Spring Boot: auto-configuration of a monitor, and its options. */
package dev.sluice.spring;
