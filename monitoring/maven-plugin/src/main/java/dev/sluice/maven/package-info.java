/** The Maven plug-in for instrumented sources. */
package dev.sluice.maven;
