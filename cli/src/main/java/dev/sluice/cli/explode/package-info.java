/** The command {@code explode}: one message a record, for consumers that cannot read chunks. */
package dev.sluice.cli.explode;
