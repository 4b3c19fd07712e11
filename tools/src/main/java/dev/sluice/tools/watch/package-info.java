/** A source looked at while it grows: a page on localhost, and the same as JSON. */
package dev.sluice.tools.watch;
