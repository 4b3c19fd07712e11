/** Classes that instrumented methods call. They depend on {@code java.lang} alone. */
package dev.sluice.agent.bootstrap;
