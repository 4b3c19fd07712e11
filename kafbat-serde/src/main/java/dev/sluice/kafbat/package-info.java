/**
 * A pluggable serde of Kafbat UI. The user interface is configured with {@link
 * dev.sluice.kafbat.ChunkSerde}.
 */
package dev.sluice.kafbat;
