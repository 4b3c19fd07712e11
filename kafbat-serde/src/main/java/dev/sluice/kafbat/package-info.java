/**
 * A pluggable serde of Kafbat UI. {@link dev.sluice.kafbat.ChunkSerde} is what the user interface
 * is told of.
 */
package dev.sluice.kafbat;
