/** The machine as it is, and what is built on any machine. */
package dev.sluice.support.platform;
