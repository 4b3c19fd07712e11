/** The commands {@code broker} and {@code topic}. */
package dev.sluice.cli.broker;
