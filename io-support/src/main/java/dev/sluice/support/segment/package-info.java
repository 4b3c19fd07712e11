/**
 * Files of whole chunks: who has them, appending, rotation, reading. For collectors and the raw
 * writer and reader of files alone.
 */
package dev.sluice.support.segment;
