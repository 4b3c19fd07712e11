/**
 * Decision when a chunk closes. It is made in this package alone, which knows neither threads nor
 * the machine's clock: the pump asks it while a program runs, and a prediction of chunks asks it
 * with a clock of its own.
 */
package dev.sluice.collectors.chunking;
