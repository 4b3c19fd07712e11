/** Platforms: the machine as it is, virtual time for tests, and helpers that use either. */
package dev.sluice.support.platform;
