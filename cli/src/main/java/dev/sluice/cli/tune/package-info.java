/** The commands {@code tune} and {@code replay}. */
package dev.sluice.cli.tune;
