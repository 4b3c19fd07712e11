/**
 * Raw writer of sealed chunks to a Kafka topic, one message for each chunk. {@code
 * kafka://b1:9092,b2:9092/topic?key=producer&kafka.compression.type=none}: every option that starts
 * with {@code kafka.} is a setting of the Kafka producer and wins over ours. {@link
 * dev.sluice.rawwriters.kafka.RecordMessageWriter} sends single records for consumers that cannot
 * read chunks.
 */
package dev.sluice.rawwriters.kafka;
