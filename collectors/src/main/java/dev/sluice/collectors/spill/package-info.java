/**
 * Sealed chunks on the local disk while the sink is down or too slow. It knows chunks and files,
 * neither accounting nor raw writers, and calls nobody back.
 */
package dev.sluice.collectors.spill;
