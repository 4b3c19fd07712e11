/**
 * Topics of Kafka for chunks: what they need, what they have, and how the one becomes the other.
 */
package dev.sluice.tools.topic;
