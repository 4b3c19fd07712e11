/** A Kafka broker of one node for tests and the demo. Never part of a production class path. */
package dev.sluice.testkit.broker;
