/**
 * Sealed chunks on the local disk while the sink is down or too slow. It knows chunks and files,
 * neither accounting nor raw writers, and has no callbacks.
 */
package dev.sluice.collectors.spill;
