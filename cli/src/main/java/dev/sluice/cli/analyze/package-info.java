/** Records as one page of pictures, and as files for other programs. */
package dev.sluice.cli.analyze;
