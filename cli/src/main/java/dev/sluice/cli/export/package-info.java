/** Records in the forms of other people's tools. */
package dev.sluice.cli.export;
