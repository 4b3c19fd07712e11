/** What logging costs with appenders for Log4j. */
package dev.sluice.benchmarks.logging;
