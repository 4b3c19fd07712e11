/** Delivery of sealed chunks to the sink: queue, retry, outcome and figures. */
package dev.sluice.collectors.delivery;
