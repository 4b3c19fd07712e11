/**
 * The stages of {@code dev.sluice.analysis} on Kafka Streams, unchanged: chunks are read from
 * topics, split by key, and analysed by as many instances as there are.
 */
package dev.sluice.distributed;
