/**
 * Raw reader of chunks from a Kafka topic, and a {@code Deserializer} and {@code Serde} of chunks
 * for programs that use Kafka's own consumer or Kafka Streams.
 */
package dev.sluice.rawreaders.kafka;
