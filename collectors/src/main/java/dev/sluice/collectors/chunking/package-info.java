/**
 * When a chunk closes. What decides it is here alone and knows neither threads nor the machine's
 * clock: a pump asks it while a program runs, and whoever predicts chunks asks it on a clock of
 * their own.
 */
package dev.sluice.collectors.chunking;
