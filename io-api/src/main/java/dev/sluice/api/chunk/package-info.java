/**
 * Chunks: their header, their accounting, and how they are found in bytes. Depends on the JDK
 * alone; all other packages of the API may use it.
 */
package dev.sluice.api.chunk;
