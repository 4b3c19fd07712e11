/** The command {@code export}. */
package dev.sluice.cli.export;
