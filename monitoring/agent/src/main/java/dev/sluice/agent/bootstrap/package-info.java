/** What instrumented methods call. One class, which depends on {@code java.lang} alone. */
package dev.sluice.agent.bootstrap;
