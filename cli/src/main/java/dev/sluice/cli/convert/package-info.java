/** The commands that turn recordings into others: convert, merge, cut and compact. */
package dev.sluice.cli.convert;
