/**
 * Files of whole chunks: ownership, appending, rotation, reading. For collectors and the raw writer
 * and reader of files alone.
 */
package dev.sluice.support.segment;
