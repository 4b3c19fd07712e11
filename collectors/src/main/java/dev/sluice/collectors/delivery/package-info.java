/** Sealed chunks on their way to the sink: queue, hand-over, retry, outcome and figures. */
package dev.sluice.collectors.delivery;
