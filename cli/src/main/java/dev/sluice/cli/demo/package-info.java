/**
 * The demo: a real broker and a real program in child JVMs, monitored, consumed and accounted for.
 * {@code SqlLoad} is the program's main class and uses nothing but the JDK, because it runs on a
 * class path with the database only.
 */
package dev.sluice.cli.demo;
