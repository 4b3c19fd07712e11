/**
 * Chunks from a Kafka topic, and the same as {@code Deserializer} and {@code Serde} for programs
 * that use Kafka's own consumer or Kafka Streams.
 */
package dev.sluice.rawreaders.kafka;
